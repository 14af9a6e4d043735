import { html, type View } from '../html.js';
import { BASE } from '../state/api.js';
import { keptCounts } from '../state/inbox.js';
import { fillIn } from '../logic/format.js';
import { settings } from '../state/settings.js';
import { Code } from './buttons.js';

/** The pane before a message is open: how to send one, or the keys. */
export function Welcome(): View {
  if (keptCounts.value === null) return null;
  if (keptCounts.value.total === 0) return html`<${FirstSend} />`;
  return html`<div class="pane-empty">
    <p>Select a message.</p>
    <p class="hint">
      <kbd>↓</kbd> <kbd>↑</kbd> to move, <kbd>Enter</kbd> to open, <kbd>?</kbd> for all shortcuts
    </p>
  </div>`;
}

/** How to send the first message. */
function FirstSend(): View {
  if (settings.value === null) return null;
  const { curl, nest, openKey } = settings.value;
  return html`<div class="first-send scroll" tabindex="0" role="region" aria-label="How to send">
    <h2>No messages yet</h2>
    <p>
      Messages appear here as soon as they arrive. None reaches a phone. Send one from a terminal:
    </p>
    <${Code} text=${fillIn(curl, BASE)} what="Command" />
    ${
      openKey === null &&
      html`<p class="hint"><code>YOUR_API_KEY</code> is the key you started the simulator with.</p>`
    }
    <p>Or from a Nest app:</p>
    <${Code} text=${fillIn(nest, BASE)} what="Code" />
  </div>`;
}
