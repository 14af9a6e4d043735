// The docs as a site. The pages are plain Markdown that works on GitHub too: links lead to files of
// the repository, and are turned into links of the site here.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitepress';

const ROOT = resolve(import.meta.dirname, '../..');
const ROOT_PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const ICON = readFileSync(join(ROOT, 'lib/simulator/page/client/inbox.svg'), 'utf8');
const { name, description, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

// Pages that are being written. The same list is in test/docs/markdown.ts.
const TO_COME = /\/(?:watching|several-accounts|limits)$/;

const GUIDES = {
  'A one-time password': '/guides/a-one-time-password',
  'A campaign': '/guides/a-campaign',
  'Test your app': '/testing',
  'Several accounts': '/several-accounts',
  'Staging and limits': '/limits',
  'Go to production': '/guides/production',
  'When a send is unknown': '/guides/unknown',
  'Watch it': '/watching',
  'Move from twilio': '/guides/move-from-twilio',
  'Move from axios': '/guides/move-from-axios',
  Upgrade: '/guides/upgrade',
};
const IN_DEPTH = {
  Reliability: '/reliability',
  'Many messages': '/many-messages',
  'The queue': '/queue',
  'Queue in a transaction': '/queue-transactions',
  'The simulator': '/simulator',
};
const PROJECT = {
  Changes: '/changelog',
  Contributing: '/contributing',
  Security: '/security',
};
const MANUAL = [
  'Registration',
  'Sending',
  'Errors',
  'Options',
  'Authentication',
  'Troubleshooting',
];
const ENTRIES = Object.keys(exports).filter((path) => exports[path].import !== undefined);

export default defineConfig({
  title: name,
  description,
  lang: 'en',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  srcDir: ROOT,
  srcExclude: readdirSync(ROOT)
    .filter((file) => file !== 'docs' && !ROOT_PAGES.includes(file))
    .flatMap((file) => [file, `${file}/**`]),
  rewrites: sitePath,
  ignoreDeadLinks: [TO_COME, /^https?:\/\/localhost:/],
  markdown: {
    anchor: { slugify: anchorOf },
    config: fitSite,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/a-one-time-password' },
      { text: 'Manual', link: '/readme' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: [
      { text: 'Guides', items: items(GUIDES) },
      {
        text: 'Manual',
        items: MANUAL.map((text) => ({ text, link: `/readme#${anchorOf(text)}` })),
      },
      { text: 'In depth', items: items(IN_DEPTH) },
      {
        text: 'Reference',
        items: ENTRIES.map((path) => ({
          text: name + path.slice(1),
          link: `/reference/${name}${path.slice(1)}`,
        })),
      },
      { text: 'Project', items: items(PROJECT) },
    ],
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // 401 is not 400.
            fuzzy: (term) => (/\d/.test(term) ? false : 0.2),
            // The guides explain what the reference only lists.
            boostDocument: (id) => (id.startsWith('/reference/') ? 0.5 : 1),
          },
        },
      },
    },
  },
});

function items(pages) {
  return Object.entries(pages).map(([text, link]) => ({ text, link }));
}

/** Where a file of the repository is on the site, which has docs/guides as /guides. */
function sitePath(file) {
  return ROOT_PAGES.includes(file) ? file.toLowerCase() : file.replace(/^docs\//, '');
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function fitSite(md) {
  md.core.ruler.push('fit-site', ({ tokens, env }) => {
    const folder = dirname(env.realPath ?? env.path);
    for (const [index, token] of tokens.entries()) {
      // An empty cell is not a header for screen readers.
      if (token.type === 'th_open' && tokens[index + 1].content === '') {
        token.tag = tokens[index + 2].tag = 'td';
      }
      if (token.type === 'inline') token.children = withSiteLinks(token.children, folder);
      // Otherwise Vue does not look for the image next to the page.
      token.content = token.content.replaceAll(/(?<=<img src=")(?=\w)/g, './');
    }
  });
}

function withSiteLinks(tokens, folder) {
  const isBadge = ({ type, attrs }) => type === 'image' && attrs.some(([, value]) => isWeb(value));
  if (tokens.some(isBadge)) return []; // badges come from another host
  let isFile = false;
  for (const token of tokens) {
    token.content = token.content.replaceAll(/(?<=<img src=")(?=\w)/g, './');
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

function isWeb(address) {
  return /^(?:[a-z]+:)?\/\//.test(address);
}
