// The docs as a site: README.md and its neighbours, docs/*.md, docs/guides and docs/reference.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { accessibleTheme } from './accessible-theme.mjs';
import { anchorOf, fitSite, ROOT, ROOT_PAGES, sitePath } from './fit-site.mjs';

const LOGO = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(ROOT, 'simulator/page/client/inbox.svg'), 'utf8'))}`;
const { name, description } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

// The sidebar shows the titles of these pages.
const GUIDES = [
  'docs/start-here.md',
  'docs/guides/a-one-time-password.md',
  'docs/guides/better-auth-and-passport.md',
  'docs/gateways.md',
  'docs/guides/the-first-day.md',
  'docs/guides/a-campaign.md',
  'docs/guides/templates-in-india.md',
  'docs/guides/know-what-arrived.md',
  'docs/testing.md',
  'docs/several-accounts.md',
  'docs/limits.md',
  'docs/guides/production.md',
  'docs/guides/unknown.md',
  'docs/watching.md',
  'docs/guides/move-from-twilio.md',
  'docs/guides/move-from-axios.md',
  'docs/guides/upgrade.md',
];
const MANUAL = [
  'docs/options.md',
  'docs/authentication.md',
  'docs/sending.md',
  'docs/many-messages.md',
  'docs/errors.md',
  'docs/troubleshooting.md',
  'docs/one-time-passwords.md',
  'docs/queue.md',
  'docs/queue-promises.md',
  'docs/queue-operation.md',
  'docs/queue-sizing.md',
  'docs/queue-transactions.md',
  'docs/http-service.md',
  'docs/serverless.md',
  'docs/testing-reference.md',
  'docs/simulator.md',
  'docs/simulator-in-tests.md',
  'docs/simulator-reference.md',
  'docs/sample-app.md',
];
const BACKGROUND = [
  'docs/reliability.md',
  'docs/tested.md',
  'docs/privacy.md',
  'docs/assumptions.md',
  'docs/performance.md',
  'docs/comparison.md',
];
const PROJECT = [
  'docs/all-pages.md',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];

// What scripts/build-reference.mjs has written: entries, their groups, and the exports in those.
const REFERENCE = JSON.parse(readFileSync(join(ROOT, 'docs/reference/navigation.json'), 'utf8'));

export default defineConfig({
  title: name,
  description,
  lang: 'en',
  head: [['link', { rel: 'icon', href: LOGO }]],
  srcDir: ROOT,
  srcExclude: readdirSync(ROOT)
    .filter((file) => file !== 'docs' && !ROOT_PAGES.has(file))
    .map((file) => `${file}{,/**}`),
  rewrites: sitePath,
  vite: { plugins: [accessibleTheme] },
  ignoreDeadLinks: [/^https?:\/\/localhost:/],
  markdown: {
    anchor: { slugify: anchorOf },
    config: fitSite,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: LOGO,
    nav: [
      { text: 'Get started', link: '/start-here' },
      { text: 'Manual', link: '/options' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: {
      '/': [
        { text: 'Guides', items: GUIDES.map(item) },
        { text: 'Manual', items: MANUAL.map(item) },
        { text: 'Background', items: BACKGROUND.map(item) },
        {
          text: 'Reference',
          items: REFERENCE.map(({ title, path }) => ({ text: title, link: referenceLink(path) })),
        },
        { text: 'Project', items: PROJECT.map(item) },
      ],
      '/reference/': REFERENCE.map(({ title, path, children }) => ({
        text: title,
        link: referenceLink(path),
        collapsed: true,
        items: children.map(referenceItem),
      })),
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: {
          searchOptions: {
            // 401 is not 400.
            fuzzy: (term) => (/\d/.test(term) ? false : 0.2),
            // Words that people search for, and those of the docs. It runs in the browser, so it
            // has all that it uses in itself.
            processTerm: (term) => {
              const synonyms = {
                alert: ['monitoring'],
                callback: ['delivery', 'reports'],
                dlr: ['delivery', 'reports'],
                docker: ['kubernetes'],
                duplicate: ['unknown'],
                gdpr: ['personal', 'erase'],
                idempotency: ['unknown', 'keys'],
                k8s: ['kubernetes'],
                mock: ['testing'],
                otp: ['one-time', 'password'],
                proxy: ['dispatcher'],
                pumping: ['limits', 'abuse'],
                report: ['reports'],
                sandbox: ['staging', 'simulator'],
                schedule: ['queue', 'add'],
                stop: ['opt', 'out'],
                tenant: ['tenants', 'accounts'],
                unsubscribe: ['opt', 'out'],
                webhook: ['delivery', 'reports'],
                webpack: ['bundling'],
              };
              const word = term.toLowerCase();
              return [word, ...(Object.hasOwn(synonyms, word) ? synonyms[word] : [])];
            },
            // The guides explain what the reference only lists.
            boostDocument: (id) => (id.startsWith('/reference/') ? 0.5 : 1),
          },
        },
      },
    },
  },
});

/** A page, called in the sidebar what it is called by its heading. */
function item(file) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
  return { text: title, link: `/${sitePath(file).replace(/\.md$/, '')}` };
}

/** A group of exports, or an export. */
function referenceItem({ title, path, children }) {
  return children
    ? { text: title, items: children.map(referenceItem) }
    : { text: title, link: referenceLink(path) };
}

function referenceLink(path) {
  return `/reference/${path.replace(/(?:index)?\.md$/, '')}`;
}
