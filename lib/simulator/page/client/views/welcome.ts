import { html, type View } from '../html.js';
import { kept } from '../state/inbox.js';
import { fillIn } from '../logic/format.js';
import { settings } from '../state/settings.js';
import { Code } from './buttons.js';

/** The pane before a message is open: how to send one, or the keys. */
export function Welcome(): View {
  if (kept.value === null) return null;
  if (kept.value.total === 0) return html`<${FirstSend} />`;
  return html`<div class="pane-empty">
    <p>Choose a message.</p>
    <p class="hint">
      <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>?</kbd> shows all keys.
    </p>
  </div>`;
}

/** How to send the first message. */
export function FirstSend(): View {
  if (settings.value === null) return null;
  const { curl, nest, keyHidden } = settings.value;
  return html`<div class="first-send">
    <h2>No messages yet</h2>
    <p>Messages appear here as soon as they come. Send one from a terminal:</p>
    <${Code} text=${fillIn(curl, location.origin)} what="Command" />
    ${
      keyHidden &&
      html`<p class="hint">
        <code>YOUR_API_KEY</code> is the key that you started the simulator with.
      </p>`
    }
    <p>Or from a Nest app:</p>
    <${Code} text=${fillIn(nest, location.origin)} what="Code" />
  </div>`;
}
