import { signal } from '@preact/signals';
import type { PageSettings } from '../../page-settings.js';
import { ask } from './api.js';
import { report } from './notices.js';

export const settings = signal<PageSettings | null>(null);

export async function readSettings(): Promise<void> {
  try {
    settings.value = await ask<PageSettings>('GET', '/inbox.json');
  } catch (error) {
    report(error);
  }
}
