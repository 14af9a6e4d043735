import { html, type View } from '../html.js';
import { place, toggleFaults } from '../state/address.js';
import { BASE } from '../state/api.js';
import { connection } from '../state/connection.js';
import { nextTheme, theme } from '../state/theme.js';
import { IconButton } from './buttons.js';
import { showDialog } from './dialogs.js';
import { Gateway } from './gateway.js';
import { Icon } from './icons.js';
import { SearchBox } from './search-box.js';

const CONNECTION = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const;

export function Header(): View {
  return html`<header class="header">
    <h1 class="brand">
      <img src="inbox.svg" width="26" height="26" alt="" />
      <span>SMS inbox</span>
    </h1>
    <${SearchBox} />
    <${Gateway} />
    <span class=${`live ${connection.value}`} role="status">
      <span class="lamp"></span><span class="live-word">${CONNECTION[connection.value]}</span>
    </span>
    <nav class="tools" aria-label="Tools">
      <button
        class="button quiet"
        aria-pressed=${place.value.panel === null ? 'false' : 'true'}
        onClick=${toggleFaults}
      >
        <${Icon} name="bolt" /><span>Faults</span>
      </button>
      <a class="button quiet" href=${`${BASE}/api/openapi.json`} target="_blank">
        <${Icon} name="braces" /><span>API</span>
      </a>
      <${IconButton}
        icon="theme"
        label=${`Theme: ${theme.value}`}
        word="Theme"
        onClick=${nextTheme}
      />
      <${IconButton}
        icon="help"
        label="Help: shortcuts and search"
        word="Help"
        onClick=${() => showDialog('help')}
      />
    </nav>
  </header>`;
}
