import { html, type View } from '../html.js';
import { faultReach } from '../logic/faults.js';
import { openFaults } from '../state/address.js';
import { BASE } from '../state/api.js';
import { planned, resetFaults } from '../state/faults.js';
import { settings } from '../state/settings.js';
import { CopyButton } from './buttons.js';
import { Icon } from './icons.js';

/** Shows the gateway's address, or the planned faults if there are any. */
export function StatusStrip(): View {
  const on = planned();
  return html`<section aria-label="Gateway" class=${`strip ${on.length > 0 ? 'alarm' : ''}`}>
    <div class="strip-words" role="status" aria-label="Faults">
      ${
        on.length > 0 &&
        html`<${Icon} name="warning" />
          <span class="strip-faults">
            <b>${on.length === 1 ? 'A fault is on' : `${on.length} faults are on`}</b>
            <span>${on.map((fault) => `${fault.fault}: ${faultReach(fault)}`).join(' · ')}</span>
          </span>`
      }
    </div>
    ${
      on.length > 0
        ? html`<div class="strip-actions">
            <button class="button" onClick=${openFaults}>Show</button>
            <button class="button strong" onClick=${() => void resetFaults()}>Turn off</button>
          </div>`
        : settings.value !== null && html`<${Address} />`
    }
  </section>`;
}

function Address(): View {
  const url = BASE + (settings.value?.basePath ?? '');
  return html`<div class="strip-address">
    <span class="strip-label">Send to</span>
    <code>${url}</code>
    <${CopyButton} text=${() => url} what="Gateway address" />
    <span class="strip-note">Nothing you send here reaches a phone.</span>
  </div>`;
}
