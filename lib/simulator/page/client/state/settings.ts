import { signal } from '@preact/signals';
import type { PageSettings } from '../../page.js';
import { ask } from './api.js';
import { report } from './notices.js';

/** What the simulator says about itself; null until it is known. */
export const settings = signal<PageSettings | null>(null);

export async function readSettings(): Promise<void> {
  try {
    settings.value = await ask('GET', '/inbox.json');
  } catch (error) {
    report(error);
  }
}
