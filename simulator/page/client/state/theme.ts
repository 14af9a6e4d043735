import { effect, signal } from '@preact/signals';

const THEMES = ['system', 'light', 'dark'] as const;
const KEY = 'sms-inbox-theme';

export const theme = signal<(typeof THEMES)[number]>('system');

// Storage may be disabled. The choice is then lost with the page.
try {
  const stored = localStorage.getItem(KEY);
  theme.value = THEMES.find((knownTheme) => knownTheme === stored) ?? 'system';
} catch {}

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});

/** Switches to the next theme. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {}
}
