import type { ResolvedOptions } from '../simulator.options.js';
import { CSS, HTML, ICON, SCRIPT } from './page-assets.generated.js';
import { pageSettings } from './page-settings.js';

/** One file of the page. */
export interface PageAsset {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// Nothing inline, styles included, and nothing from elsewhere. A text that came by SMS can't become
// HTML: the browser itself refuses to parse a string as such.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const FILES: Readonly<Record<string, PageAsset>> = {
  '/': file('text/html', HTML),
  '/inbox.js': file('text/javascript', SCRIPT),
  '/inbox.css': file('text/css', CSS),
  '/inbox.svg': file('image/svg+xml', ICON),
};

/** The page's file at a path, where there is one. */
export function findPageAsset(
  path: string,
  { options }: { options: ResolvedOptions },
): PageAsset | undefined {
  if (path === '/inbox.json') {
    return file('application/json', JSON.stringify(pageSettings(options)));
  }
  return Object.hasOwn(FILES, path) ? FILES[path] : undefined;
}

function file(type: string, body: string): PageAsset {
  return {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': POLICY },
    body,
  };
}
