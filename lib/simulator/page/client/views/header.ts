import { html, type View } from '../html.js';
import { place, togglePanel } from '../state/address.js';
import { connection } from '../state/connection.js';
import { nextTheme, theme } from '../state/theme.js';
import { IconButton } from './buttons.js';
import { showDialog } from './dialogs.js';
import { SearchBox } from './search-box.js';
import { Icon } from './icons.js';

const LIGHT = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
} as const;

export function Header(): View {
  return html`<header class="header">
    <h1 class="brand">
      <img src="/inbox.svg" width="26" height="26" alt="" />
      <span>SMS inbox</span>
    </h1>
    <${SearchBox} />
    <span class=${`live ${connection.value}`} role="status">
      <span class="lamp"></span><span class="live-word">${LIGHT[connection.value]}</span>
    </span>
    <nav class="tools" aria-label="Tools">
      <button
        class="button quiet"
        aria-pressed=${place.value.panel === 'faults' ? 'true' : 'false'}
        onClick=${() => togglePanel('faults')}
      >
        <${Icon} name="bolt" /><span>Faults</span>
      </button>
      <button
        class="button quiet"
        aria-pressed=${place.value.panel === 'api' ? 'true' : 'false'}
        onClick=${() => togglePanel('api')}
      >
        <${Icon} name="braces" /><span>API</span>
      </button>
      <${IconButton} icon="theme" label=${`Colours: ${theme.value}`} onClick=${nextTheme} />
      <${IconButton} icon="help" label="Keys and search" onClick=${() => showDialog('help')} />
    </nav>
  </header>`;
}
