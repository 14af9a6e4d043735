import { html, type View } from '../html.js';
import { place, togglePanel, type Panel } from '../state/address.js';
import { connection } from '../state/connection.js';
import { canNotify, notifying, toggleNotifications } from '../state/notifications.js';
import { nextTheme, theme } from '../state/theme.js';
import { IconButton } from './buttons.js';
import { showDialog } from './dialogs.js';
import { Icon, type IconName } from './icons.js';
import { SearchBox } from './search-box.js';

const CONNECTION = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const;

export function Header(): View {
  return html`<header class="header">
    <h1 class="brand">
      <img src="inbox.svg" width="26" height="26" alt="" />
      <span>SMS inbox</span>
    </h1>
    <${SearchBox} />
    <span class=${`live ${connection.value}`} role="status">
      <span class="lamp"></span><span class="live-word">${CONNECTION[connection.value]}</span>
    </span>
    <nav class="tools" aria-label="Tools">
      ${panelButton('faults', 'bolt', 'Faults')} ${panelButton('api', 'braces', 'API')}
      <${IconButton} icon="theme" label=${`Theme: ${theme.value}`} onClick=${nextTheme} />
      ${
        canNotify &&
        html`<${IconButton}
          icon="bell"
          label="Notifications"
          pressed=${notifying.value}
          onClick=${() => void toggleNotifications()}
        />`
      }
      <${IconButton} icon="help" label="Shortcuts and search" onClick=${() => showDialog('help')} />
    </nav>
  </header>`;
}

function panelButton(panel: Panel, icon: IconName, label: string): View {
  return html`<button
    class="button quiet"
    aria-pressed=${place.value.panel === panel ? 'true' : 'false'}
    onClick=${() => togglePanel(panel)}
  >
    <${Icon} name=${icon} /><span>${label}</span>
  </button>`;
}
