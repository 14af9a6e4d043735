import { html, type View } from '../html.js';
import { faultReach, faultSettings, type Planned } from '../logic/faults.js';
import { faults, planned, removeFault, resetFaults } from '../state/faults.js';
import { CopyButton, IconButton, PaneHead } from './buttons.js';
import { FaultPicker } from './fault-form.js';

/** Makes the gateway fail on purpose. */
export function FaultsPane(): View {
  const state = faults.value;
  return html`<${PaneHead} title="Faults" />
    <div class="panel-body">
      <p class="lead">
        Make the gateway fail on purpose. Faults of the next sends strike first, then magic
        recipients, then random faults.
      </p>
      <${FaultPicker} />
      <section>
        <h3>On now</h3>
        ${
          planned().length === 0
            ? html`<p class="hint">None. Every send gets its normal answer.</p>`
            : html`<ul class="planned">
                  ${state?.next.map((fault, index) => plannedRow('next', fault, index))}
                  ${state?.chance.map((fault, index) => plannedRow('chance', fault, index))}
                </ul>
                <button class="button" onClick=${() => void resetFaults()}>Reset all</button>`
        }
      </section>
      ${state !== null && html`<${Struck} struck=${state.struck} />`}
      ${state !== null && html`<${Magic} magic=${state.magic} />`}
    </div>`;
}

function plannedRow(kind: 'next' | 'chance', fault: Planned, index: number): View {
  return html`<li key=${`${kind}-${index}`}>
    <p>
      <b>${fault.fault}</b>
      <span>${faultReach(fault)}</span>
      <span class="hint">${faultSettings(fault)}</span>
    </p>
    <${IconButton}
      icon="close"
      label=${`Remove ${fault.fault}`}
      onClick=${() => void removeFault(kind, index)}
    />
  </li>`;
}

function Struck({ struck }: { struck: Readonly<Record<string, number>> }): View {
  const entries = Object.entries(struck);
  if (entries.length === 0) return null;
  return html`<section>
    <h3>Has struck</h3>
    <ul class="chips">
      ${entries.map(([name, times]) => html`<li>${name} <b class="number">×${times}</b></li>`)}
    </ul>
  </section>`;
}

function Magic({ magic }: { magic: Readonly<Record<string, string>> }): View {
  return html`<section>
    <h3>Magic recipients</h3>
    <p class="hint">A send to one of these numbers triggers its fault. No country uses them.</p>
    <ul class="magic">
      ${Object.entries(magic)
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(
          ([number, name]) =>
            html`<li>
              <span class="number-left">${number}</span>
              <span>${name}</span>
              <${CopyButton} text=${() => number} what=${`Number ${number}`} />
            </li>`,
        )}
    </ul>
  </section>`;
}
