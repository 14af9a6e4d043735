import type { Browser } from 'playwright-core';

/** Starts a browser: CHROMIUM_PATH where set, else the one that came by npm, else the system's. */
export function launchBrowser(env?: Readonly<Record<string, string>>): Promise<Browser>;
