import { html, type View } from '../html.js';
import { faultReach, faultSettings } from '../logic/fault-words.js';
import { faults, planned, removeFault, resetFaults, type Planned } from '../state/faults.js';
import { CopyButton, IconButton } from './buttons.js';
import { FaultPicker } from './fault-form.js';
import { PaneHead } from './pane-head.js';

/** Breaks the gateway on purpose. */
export function FaultsPane(): View {
  const state = faults.value;
  return html`<${PaneHead} title="Faults" />
    <div class="panel-body">
      <p class="lead">
        Break the gateway on purpose. Faults of the next sends go first, then magic recipients, then
        chance.
      </p>
      <${FaultPicker} />
      <section>
        <h3>On now</h3>
        ${
          planned().length === 0
            ? html`<p class="hint">None. Every send is answered as it should be.</p>`
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
    <p class="hint">A send to one of these calls for its fault by itself. No country has them.</p>
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
