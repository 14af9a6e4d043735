import { signal } from '@preact/signals';
import type { FaultField, FaultForm } from '../../fault-forms.js';
import { html, type View } from '../html.js';
import { faultBody, faultCode, REACH, type FaultDraft } from '../logic/faults.js';
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

/** A form for any fault. */
export function FaultPicker(): View {
  const forms = settings.value?.faults ?? [];
  const form = forms.find(({ name }) => name === chosen.value);
  if (form === undefined) return null;
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (await addFault(faultBody(form, draft.value))) say(`${form.name} is on.`);
  };
  const onChange = (event: Event) => {
    chosen.value = valueOf(event);
    const next = forms.find(({ name }) => name === chosen.value);
    change({ values: {}, on: next?.strikes[0] ?? 'send' });
  };
  return html`<form class="fault-form" onSubmit=${onSubmit}>
    <label class="field wide-field">
      <span>Fault</span>
      <select value=${form.name} onChange=${onChange}>
        ${[...new Set(forms.map(({ group }) => group))].map(
          (group) =>
            html`<optgroup label=${group}>
              ${forms
                .filter((otherForm) => otherForm.group === group)
                .map(({ name }) => html`<option value=${name}>${name}</option>`)}
            </optgroup>`,
        )}
      </select>
    </label>
    <p class="effect wide-field">${form.effect}</p>
    <${When} form=${form} />
    ${form.fields.map((field) => html`<${Field} key=${`${form.name}-${field.name}`} field=${field} />`)}
    <div class="wide-field turn-on">
      <button class="button strong"><${Icon} name="bolt" />Turn on</button>
      <span class="hint">or in a test</span>
      <${Code} text=${faultCode(form, draft.value)} what="Line" />
    </div>
  </form>`;
}

function When({ form: { strikes } }: { form: FaultForm }): View {
  const { on } = draft.value;
  return html`<fieldset class="when wide-field">
    <legend>Applies to</legend>
    ${
      strikes.length > 1 &&
      html`<select
        aria-label="What it applies to"
        value=${on}
        onChange=${(event: Event) => change({ on: valueOf(event) === 'login' ? 'login' : 'send' })}
      >
        ${strikes.map((name) => html`<option value=${name}>${name}s</option>`)}
      </select>`
    }
    ${reach('next', 'the next', 'count', `${on}s`, { 'aria-label': 'How many', max: 1_000_000 })}
    ${reach('chance', 'at random', 'percent', `% of ${on}s`, {
      'aria-label': 'Percent',
      min: 0.01,
      max: 100,
      step: 'any',
    })}
  </fieldset>`;
}

/** One way to say what a fault applies to, with its number. */
function reach(
  kind: FaultDraft['kind'],
  label: string,
  name: 'count' | 'percent',
  unit: string,
  attributes: object,
): View {
  return html`<span class="reach">
    <label class="choice">
      <input
        type="radio"
        name="kind"
        checked=${draft.value.kind === kind}
        onChange=${() => change({ kind })}
      />
      <span>${label}</span>
    </label>
    <input
      class="short"
      type="number"
      required
      min="1"
      ...${attributes}
      value=${draft.value[name]}
      onInput=${(event: Event) => change({ kind, [name]: valueOf(event) })}
    />
    <span>${unit}</span>
  </span>`;
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
      <span>${inWords(name)} <span class="hint">${help}</span></span>
    </label>`;
  }
  return html`<label class="field">
    <span>${inWords(name)}</span>
    <input
      type=${kind === 'number' ? 'number' : 'text'}
      min="0"
      value=${value}
      placeholder=${fallback || (REACH.has(name) ? 'any' : 'default')}
      onInput=${(event: Event) => set(valueOf(event))}
    />
    <span class="hint">${help}</span>
  </label>`;
}

/** The name of an option as a label: `retryAfter` is Retry after. */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/^ttp\b/, 'TTP');
}
