import { html, type View } from '../html.js';
import { shown } from '../logic/format.js';
import { codeOf, nameOf } from '../logic/hidden-characters.js';
import { hiddenFields } from '../logic/hidden-fields.js';
import { go } from '../state/address.js';
import type { Of } from './detail-tabs.js';
import { Given } from './given.js';
import { Icon } from './icons.js';

/** Warns that a message may not be what it looks like. */
export function HiddenNotice({ message }: Of): View {
  const found = [...new Set(hiddenFields(message).map(({ where }) => where))];
  if (found.length === 0) return null;
  return html`<p class="notice" role="note" aria-label="Hidden characters">
    <${Icon} name="warning" />
    <span>
      <b>This message contains invisible or direction characters</b>${' '}
      (${found.map((where, index) => html`${index > 0 && ', '}<${Given} text=${where} />`)}), so it
      may not be what it looks like.
    </span>
    <button class="button" onClick=${() => go({ tab: 'segments' }, 'replace')}>Show</button>
  </p>`;
}

/** The hidden characters of a message, with their names. */
export function HiddenTable({ message }: Of): View {
  const found = hiddenFields(message);
  if (found.length === 0) return null;
  return html`<table class="table hidden-table">
    <caption>
      Invisible and direction characters
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Code</th>
        <th scope="col">Where</th>
        <th scope="col" class="number">Count</th>
      </tr>
    </thead>
    <tbody>
      ${found.map(
        ({ where, character, times }) =>
          html`<tr>
            <td>${nameOf(character)}</td>
            <td class="number-left">${codeOf(character)}</td>
            <td><${Given} text=${where} /></td>
            <td class="number">${shown(times)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
