import { html, type View } from '../html.js';
import { counted } from '../logic/format.js';
import { faultReach } from '../logic/faults.js';
import { BASE } from '../state/api.js';
import { planned, resetFaults } from '../state/faults.js';
import { settings } from '../state/settings.js';
import { CopyButton } from './buttons.js';
import { Icon } from './icons.js';

/** Shows the gateway's address, or the planned faults if there are any. */
export function Gateway(): View {
  const on = planned();
  const reaches = on.map((fault) => `${fault.fault}: ${faultReach(fault)}`).join(' · ');
  return html`<section aria-label="Gateway" class=${`gateway ${on.length > 0 ? 'alarm' : ''}`}>
    <p class="alarm-words" role="status" aria-label="Faults" title=${reaches}>
      ${
        on.length > 0 &&
        html`<b>${on.length === 1 ? 'A fault is on' : `${counted(on.length, 'fault')} are on`}</b
          >${' '} <span>${reaches}</span>`
      }
    </p>
    ${
      on.length > 0
        ? html`<button class="button" onClick=${() => void resetFaults()}>
            <${Icon} name="bolt" />Turn off
          </button>`
        : settings.value !== null && html`<${Address} />`
    }
  </section>`;
}

function Address(): View {
  const url = BASE + (settings.value?.basePath ?? '');
  return html`<span class="gateway-label">Send to</span>
    <code title=${url}>${url}</code>
    <${CopyButton} text=${() => url} what="Gateway address" word="Address" />`;
}
