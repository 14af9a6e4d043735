import { signal } from '@preact/signals';
import type { FaultField, FaultForm } from '../../fault-forms.js';
import { html, type View } from '../html.js';
import { faultBody, faultCode, type FaultDraft } from '../logic/fault-draft.js';
import { addFault } from '../state/faults.js';
import { say } from '../state/notices.js';
import { settings } from '../state/settings.js';
import { Code } from './buttons.js';
import { Icon } from './icons.js';

const chosen = signal('429');
const draft = signal<FaultDraft>({
  kind: 'next',
  count: '1',
  percent: '10',
  on: 'send',
  values: {},
});

function change(part: Partial<FaultDraft>): void {
  draft.value = { ...draft.value, ...part };
}

const valueOf = (event: Event) => (event.target as HTMLInputElement).value;

/** Chooses a fault, when it strikes and how. */
export function FaultPicker(): View {
  const forms = settings.value?.faults ?? [];
  const form = forms.find(({ name }) => name === chosen.value);
  if (form === undefined) return null;
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (await addFault(draft.value.kind, faultBody(form, draft.value))) say(`${form.name} is on.`);
  };
  return html`<form class="fault-form" onSubmit=${onSubmit}>
    <label class="field wide-field">
      <span>Fault</span>
      <select
        value=${form.name}
        onChange=${(event: Event) => {
          chosen.value = valueOf(event);
          const next = forms.find(({ name }) => name === chosen.value);
          change({ values: {}, on: next?.strikes[0] ?? 'send' });
        }}
      >
        ${[...new Set(forms.map(({ group }) => group))].map(
          (group) =>
            html`<optgroup label=${group}>
              ${forms
                .filter((other) => other.group === group)
                .map(({ name }) => html`<option value=${name}>${name}</option>`)}
            </optgroup>`,
        )}
      </select>
    </label>
    <p class="effect wide-field">${form.effect}</p>
    <${When} form=${form} />
    ${form.fields.map((field) => html`<${Field} key=${`${form.name}-${field.name}`} field=${field} />`)}
    <div class="wide-field in-test">
      <span class="label">In a test</span>
      <${Code} text=${faultCode(form, draft.value)} what="Line" />
    </div>
    <button class="button strong wide-field"><${Icon} name="bolt" />Turn on</button>
  </form>`;
}

function When({ form: { strikes } }: { form: FaultForm }): View {
  const { kind, count, percent, on } = draft.value;
  const choice = (value: FaultDraft['kind'], words: string) =>
    html`<label class="choice">
      <input
        type="radio"
        name="kind"
        checked=${kind === value}
        onChange=${() => change({ kind: value })}
      />
      <span>${words}</span>
    </label>`;
  return html`<fieldset class="when wide-field">
    <legend>Strikes</legend>
    <span class="strike">
      ${choice('next', 'the next')}
      <input
        class="short"
        type="number"
        aria-label="How many"
        min="1"
        max="1000000"
        required
        value=${count}
        onInput=${(event: Event) => change({ count: valueOf(event), kind: 'next' })}
      />
    </span>
    <span class="strike">
      ${choice('chance', 'by chance, % of')}
      <input
        class="short"
        type="number"
        aria-label="Percent"
        min="0.01"
        max="100"
        step="any"
        required
        value=${percent}
        onInput=${(event: Event) => change({ percent: valueOf(event), kind: 'chance' })}
      />
    </span>
    <select
      aria-label="What it strikes"
      value=${on}
      disabled=${strikes.length === 1}
      onChange=${(event: Event) => change({ on: valueOf(event) === 'login' ? 'login' : 'send' })}
    >
      ${strikes.map((name) => html`<option value=${name}>${name}s</option>`)}
    </select>
  </fieldset>`;
}

function Field({ field: { name, kind, fallback, help } }: { field: FaultField }): View {
  const value = draft.value.values[name] ?? fallback;
  const set = (text: string) => change({ values: { ...draft.value.values, [name]: text } });
  if (kind === 'flag') {
    return html`<label class="choice wide-field">
      <input
        type="checkbox"
        checked=${value === 'true'}
        onChange=${(event: Event) => set(String((event.target as HTMLInputElement).checked))}
      />
      <span><code>${name}</code> <span class="hint">${help}</span></span>
    </label>`;
  }
  return html`<label class="field">
    <code>${name}</code>
    <input
      type=${kind === 'number' ? 'number' : 'text'}
      min="0"
      value=${value}
      placeholder=${fallback === '' ? 'not given' : fallback}
      onInput=${(event: Event) => set(valueOf(event))}
    />
    <span class="hint">${help}</span>
  </label>`;
}
