import { createHash } from 'node:crypto';

/** The style of all pages. */
const STYLE = `
  :root { color-scheme: light dark; --page: #fff; --box: #f4f6f8; --line: #c9d1da; --text: #19202a; --muted: #566170;
    --accent: #0b6b63; --on-accent: #fff; --good: #0b6b63; --safe: #1f4fa3; --open: #7d4b00 }
  @media (prefers-color-scheme: dark) {
    :root { --page: #151a20; --box: #1d242c; --line: #3a4450; --text: #e5eaf0; --muted: #a7b3c1;
      --accent: #5ccdbd; --on-accent: #0d1318; --good: #5ccdbd; --safe: #9dbdf9; --open: #f3bc66 }
  }
  *, ::before, ::after { box-sizing: border-box }
  [hidden] { display: none !important }
  body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif;
    overflow-wrap: break-word }
  header { border-bottom: 1px solid var(--line); padding: .75rem 1rem; font-weight: 600 }
  header a { color: inherit; text-decoration: none }
  header span { color: var(--muted); font-weight: 400 }
  header a { display: block; max-width: 42rem; margin: auto }
  main { max-width: 44rem; margin: auto; padding: 1.5rem 1rem 3rem }
  main.narrow { max-width: 26rem }
  h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem }
  h2 { font-size: 1.1rem; margin: 0 0 .5rem }
  main > h2 { margin-top: 2rem }
  p { margin: 0 0 1rem }
  a { color: var(--accent) }
  code { font: .9em ui-monospace, Menlo, Consolas, monospace }
  .box { background: var(--box); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; margin: 0 0 1rem }
  .box > :last-child { margin-bottom: 0 }
  .quiet { color: var(--muted) }
  label { display: block; font-weight: 600; margin-bottom: .25rem }
  input, textarea { display: block; width: 100%; font: inherit; color: inherit; background: var(--page);
    border: 1px solid var(--muted); border-radius: .4rem; padding: .5rem .6rem; margin-bottom: 1rem; resize: vertical }
  button { font: inherit; font-weight: 600; border-radius: .4rem; padding: .5rem 1rem; margin: 0 .5rem .5rem 0;
    cursor: pointer; color: var(--accent); background: var(--page); border: 1px solid var(--accent) }
  button.first { color: var(--on-accent); background: var(--accent) }
  button:disabled { color: var(--muted); border-color: var(--line); cursor: default }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  .outcome { display: inline-block; border: 1px solid; border-radius: 1rem; padding: 0 .7rem; font-weight: 600 }
  .accepted { color: var(--good) } .not-sent { color: var(--safe) } .unknown { color: var(--open) }
  .links { list-style: none; padding: 0; margin: 0; display: grid; gap: .75rem;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)) }
  .links li { margin: 0 }
  .links a { font-weight: 600 }
  .links span { display: block; color: var(--muted) }`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0f766e" d="M9 3h14a7 7 0 0 1 7 7v8a7 7 0 0 1-7 7h-9l-7 5v-5.3A7 7 0 0 1 2 18v-8a7 7 0 0 1 7-7z"/></svg>`;

export interface Page {
  readonly title: string;
  /** What the page shows, as HTML. */
  readonly main: string;
  /** For a page that is one form. */
  readonly isNarrow?: boolean;
  /** The page's script. */
  readonly script?: string;
}

/** A page as HTML, with the style and the header that all pages share. */
export function pageOf({ title, main, isNarrow = false, script }: Page): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<style>${STYLE}</style>
<header><a href="/">nestjs-sms-gateway <span>sample app</span></a></header>
<main${isNarrow ? ' class="narrow"' : ''}>
${main}
</main>
${script === undefined ? '' : `<script>${script}</script>\n`}</html>
`;
}

/** The `Content-Security-Policy` of a page: it runs its own script, and nothing else. */
export function policyOf(script?: string): string {
  return [
    "default-src 'none'",
    'img-src data:',
    `style-src ${hashOf(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
