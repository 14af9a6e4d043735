import { html, type View } from '../html.js';
import { faultReach, faultSettings, type Planned } from '../logic/faults.js';
import { shown } from '../logic/format.js';
import { groupNumber } from '../logic/phone-number.js';
import { faults, planned, removeFault } from '../state/faults.js';
import { CopyButton, IconButton, PaneHead } from './buttons.js';
import { withCodes } from './given.js';
import { FaultPicker } from './fault-form.js';

/** Makes the gateway fail on purpose. */
export function FaultsPane(): View {
  const state = faults.value;
  return html`<${PaneHead} title="Faults" />
    <div class="panel-body faults-body scroll" tabindex="0" role="region" aria-label="All faults">
      <${OnNow} />
      <${FaultPicker} />
      ${state !== null && html`<${Magic} magic=${state.magic} />`}
      ${state !== null && html`<${Struck} struck=${state.struck} />`}
    </div>`;
}

function OnNow(): View {
  const on = planned();
  if (on.length === 0) {
    return html`<p class="lead on-now">
      No fault is on: every send gets its normal answer. Make the gateway fail on purpose here.
    </p>`;
  }
  return html`<section class="on-now">
    <h3>On now</h3>
    <ul class="planned">
      ${on.map(plannedRow)}
    </ul>
  </section>`;
}

function plannedRow(fault: Planned): View {
  return html`<li key=${fault.id}>
    <p>
      <b>${fault.fault}</b>
      <span>${faultReach(fault)}</span>
      <bdi class="hint">${withCodes(faultSettings(fault))}</bdi>
    </p>
    <${IconButton}
      icon="close"
      label=${`Turn off ${fault.fault}`}
      onClick=${() => void removeFault(fault.id)}
    />
  </li>`;
}

function Struck({ struck }: { struck: Readonly<Record<string, number>> }): View {
  const entries = Object.entries(struck);
  if (entries.length === 0) return null;
  return html`<section>
    <h3>Triggered so far</h3>
    <ul class="chips">
      ${entries.map(([name, times]) => html`<li>${name} <b class="number">×${shown(times)}</b></li>`)}
    </ul>
  </section>`;
}

function Magic({ magic }: { magic: Readonly<Record<string, string>> }): View {
  return html`<section class="magic-section">
    <h3>Magic recipients</h3>
    <p class="hint">
      A send to one of these numbers triggers its fault, without turning anything on. No country
      uses them.
    </p>
    <ul class="magic">
      ${Object.entries(magic)
        .toSorted(([one], [otherName]) => one.localeCompare(otherName))
        .map(
          ([number, name]) =>
            html`<li>
              <span class="number-left" title=${number}>${groupNumber(number)}</span>
              <span>${name}</span>
              <${CopyButton} text=${() => number} what=${`Number ${number}`} />
            </li>`,
        )}
    </ul>
  </section>`;
}
