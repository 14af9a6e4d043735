import { signal } from '@preact/signals';
import type { PageSettings } from '../../page.js';
import { ask } from './api.js';
import { attempt } from './notices.js';

/** What the simulator says about itself; null until it is known. */
export const settings = signal<PageSettings | null>(null);

export function readSettings(): Promise<boolean> {
  return attempt(async () => {
    settings.value = await ask('GET', '/inbox.json');
  });
}
