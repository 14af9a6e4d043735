import type { ResolvedOptions } from '../options/check-options.js';
import { FAULT_FORMS, type FaultForm } from './fault-forms.js';
import { CSS, HTML, ICON, SCRIPT } from './page-assets.generated.js';
import { sampleCurl, sampleNest, shownApiKey } from './sample-send.js';

/** One file of the page. */
export interface PageAsset {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A key that may be shown, with its account and its header. */
export interface OpenKey extends Pick<ResolvedOptions, 'userId' | 'apiKey' | 'apiKeyHeader'> {}

/** What the page needs to know about the simulator. It contains no secret. */
export interface PageSettings {
  readonly basePath: string;
  /** The curl command for a first message; `{origin}` stands for scheme, host and port. */
  readonly curl: string;
  /** Code of a Nest app, with the same placeholder. */
  readonly nest: string;
  /** The key in both; null if it is a placeholder. */
  readonly openKey: OpenKey | null;
  /** The zone of all times on the page. */
  readonly timeZone: string;
  readonly faults: readonly FaultForm[];
}

// Nothing inline, not even styles, and nothing from other hosts. The text of an SMS cannot become
// HTML, because the browser itself refuses to parse strings as HTML.
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

/** The page's file at a path, if there is one. */
export function findPageAsset(path: string, options: ResolvedOptions): PageAsset | undefined {
  if (path !== '/inbox.json') return Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  const { userId, apiKey, apiKeyHeader } = options;
  const settings: PageSettings = {
    basePath: options.basePath,
    curl: sampleCurl(options),
    nest: sampleNest(options),
    openKey: shownApiKey(apiKey) === apiKey ? { userId, apiKey, apiKeyHeader } : null,
    timeZone: options.timeZone,
    faults: FAULT_FORMS,
  };
  return file('application/json', JSON.stringify(settings));
}

function file(type: string, body: string): PageAsset {
  return {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': POLICY },
    body,
  };
}
