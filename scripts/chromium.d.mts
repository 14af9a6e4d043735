import type { Browser } from 'playwright-core';

/** Starts a browser: CHROMIUM_PATH if set, otherwise the one from npm, otherwise the system's. */
export function launchBrowser(
  env?: Readonly<Record<string, string>>,
  flags?: readonly string[],
): Promise<Browser>;

/**
 * Starts a browser in another process, which ends with this one.
 *
 * @returns the address for `chromium.connect`
 */
export function serveBrowser(): Promise<string>;
