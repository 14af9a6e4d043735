import { html, type View } from '../html.js';

// Paths on a 16 by 16 grid.
const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  back: 'M10 3 5 8l5 5',
  up: 'M8 13V3M4 7l4-4 4 4',
  copy: 'M6 5.5h7v8H6zM10 5.5v-3H3v8h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  sent: 'M4.5 11.5 11.5 4.5M6 4.5h5.5V10',
  key: 'M5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 8h6v2.5M11.5 8v2',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.6 9h5.8l.6-9',
  bolt: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  braces:
    'M6 2.5H5A1.5 1.5 0 0 0 3.5 4v2.5L2 8l1.5 1.5V12A1.5 1.5 0 0 0 5 13.5h1M10 2.5h1A1.5 1.5 0 0 1 12.5 4v2.5L14 8l-1.5 1.5V12a1.5 1.5 0 0 1-1.5 1.5h-1',
  help: 'M6 6a2 2 0 1 1 2.8 1.8c-.5.3-.8.7-.8 1.2v.5M8 12.2v.1M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Z',
  theme: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 1.5v13M8 4l5 4M8 8l4.5 4',
  terminal: 'M2 3h12v10H2zM4.5 6l2 2-2 2M8 10.5h3.5',
  mail: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  read: 'M2 6.5 8 2l6 4.5v6H2zM2 6.5l6 4 6-4',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3.3M8 11.6v.1',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon. It needs a text next to it, or a button with a label. */
export function Icon({ name }: { name: IconName }): View {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d=${PATHS[name]} />
  </svg>`;
}
