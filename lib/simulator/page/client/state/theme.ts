import { effect, signal } from '@preact/signals';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'sms-inbox-theme';

export const theme = signal<Theme>(readTheme());

/** The one that comes next. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // Not kept then: storage may be switched off.
  }
}

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((known) => known === stored) ?? 'system';
  } catch {
    return 'system';
  }
}
