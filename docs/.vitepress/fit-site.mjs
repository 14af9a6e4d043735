// What differs between a page on GitHub and on the site: above all its links, which lead to files of
// the repository there.
import { dirname, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** The pages outside of docs. */
export const ROOT_PAGES = new Set(['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']);

/** Where a file of the repository is on the site, which has docs/guides as /guides. */
export function sitePath(file) {
  return ROOT_PAGES.has(file) ? file.toLowerCase() : file.replace(/^docs\//, '');
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** Makes the pages, which are Markdown that works on GitHub, pages of the site. */
export function fitSite(md) {
  md.core.ruler.push('fit-site', (state) => {
    const { env, inlineMode } = state;
    // The title in a page's front matter.
    if (inlineMode) return;
    const tokens = (state.tokens = withoutEmptyHeads(state.tokens));
    const folder = dirname(env.realPath ?? env.path);
    let headers = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      // On a phone a row is a list, in which each cell has the name of its column: see site.css.
      if (token.type === 'thead_open') headers = [];
      if (token.type === 'th_open') headers.push(plainText(tokens[index + 1]));
      if (token.type === 'tr_open') column = 0;
      if (token.type === 'td_open') {
        const header = headers[column];
        if (header) token.attrSet('data-column', header);
        column += 1;
      }
      // An empty cell is not a header for screen readers.
      if (token.type === 'th_open' && tokens[index + 1].content === '') {
        token.tag = tokens[index + 2].tag = 'td';
      }
      if (token.type === 'inline') token.children = withSiteLinks(token.children, folder);
      if (token.type === 'html_block') token.content = withImages(token.content);
    }
  });
}

/** Drops the heads of tables that have none: `| | |`, which Markdown needs, would be an empty grey row. */
function withoutEmptyHeads(tokens) {
  const kept = [];
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index].type === 'thead_open') {
      const end = tokens.findIndex(({ type }, at) => at > index && type === 'thead_close');
      const head = tokens.slice(index, end);
      if (head.every(({ type, content }) => type !== 'inline' || content === '')) {
        index = end;
        continue;
      }
    }
    kept.push(tokens[index]);
  }
  return kept;
}

function plainText({ children }) {
  return children.map(({ content }) => content).join('');
}

function withSiteLinks(tokens, folder) {
  if (tokens.some(isBadge)) return [];
  let isFile = false;
  for (const token of tokens) {
    if (token.type === 'html_inline') token.content = withImages(token.content);
    if (token.type === 'link_close' && isFile) token.tag = 'span';
    if (token.type !== 'link_open') continue;
    const [path, anchor] = token.attrGet('href').split('#');
    isFile = path !== '' && !isWeb(path) && !path.endsWith('.md');
    if (isFile) {
      // A file of the repository, such as a test of the sample app, has no page.
      token.tag = 'span';
      token.attrs = null;
    } else if (path !== '' && !isWeb(path)) {
      const page = `/${sitePath(relative(ROOT, resolve(folder, path)))}`;
      token.attrSet('href', anchor === undefined ? page : `${page}#${anchor}`);
    }
  }
  return tokens;
}

/** Vue looks for an image next to the page only if its path begins with a dot. */
function withImages(html) {
  return html.replaceAll(/(?<=<img src=")(?=\w)/g, './');
}

/** A picture from another host. */
function isBadge({ type, attrs }) {
  return type === 'image' && attrs.some(([, value]) => isWeb(value));
}

function isWeb(address) {
  return /^(?:[a-z]+:)?\/\//.test(address);
}
