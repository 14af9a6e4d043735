// The docs as a site: README.md and its neighbours, docs/*.md, docs/guides and docs/reference.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { accessibleSearch } from './accessible-search.mjs';
import { anchorOf, fitSite, ROOT, ROOT_PAGES, sitePath } from './fit-site.mjs';

const ICON = readFileSync(join(ROOT, 'lib/simulator/page/client/inbox.svg'), 'utf8');
const { name, description, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const GUIDES = {
  'A one-time password': '/guides/a-one-time-password',
  'A campaign': '/guides/a-campaign',
  'Test your app': '/testing',
  'Several accounts': '/several-accounts',
  Staging: '/limits#a-safe-staging-environment',
  Limits: '/limits',
  'Go to production': '/guides/production',
  'When a send is unknown': '/guides/unknown',
  'Watch it': '/watching',
  'Move from twilio': '/guides/move-from-twilio',
  'Move from axios': '/guides/move-from-axios',
  Upgrade: '/guides/upgrade',
};
const MANUAL = {
  Options: '/options',
  Sending: '/sending',
  'Many messages': '/many-messages',
  Errors: '/errors',
  Troubleshooting: '/troubleshooting',
  'The queue': '/queue',
  'Queue in a transaction': '/queue-transactions',
  'Your own HttpService': '/http-service',
  'The simulator': '/simulator',
  'The sample app': '/sample-app',
};
const BACKGROUND = {
  Reliability: '/reliability',
  Assumptions: '/assumptions',
  Performance: '/performance',
  Comparison: '/comparison',
};
const PROJECT = {
  'All pages': '/all-pages',
  README: '/readme',
  Changes: '/changelog',
  Contributing: '/contributing',
  Security: '/security',
};
const ENTRIES = Object.keys(exports).filter((path) => exports[path].import !== undefined);

export default defineConfig({
  title: name,
  description,
  lang: 'en',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  srcDir: ROOT,
  srcExclude: readdirSync(ROOT)
    .filter((file) => file !== 'docs' && !ROOT_PAGES.has(file))
    .map((file) => `${file}{,/**}`),
  rewrites: sitePath,
  vite: { plugins: [accessibleSearch] },
  ignoreDeadLinks: [/^https?:\/\/localhost:/],
  markdown: {
    anchor: { slugify: anchorOf },
    config: fitSite,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/guides/a-one-time-password' },
      { text: 'Manual', link: '/options' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: [
      { text: 'Guides', items: items(GUIDES) },
      { text: 'Manual', items: items(MANUAL) },
      { text: 'Background', items: items(BACKGROUND) },
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
