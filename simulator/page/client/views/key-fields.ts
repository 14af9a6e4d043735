import { html, type View } from '../html.js';
import { go } from '../state/address.js';
import { Pairs, RequestLine, type Of } from './detail-tabs.js';

const FIELDS = ['dltEntityId', 'dltTemplateId', 'msgType', 'sendMethod', 'scheduleTime'];

/** What matters most of the request and its answer, if there is no room for all of it. */
export function KeyFields({ message }: Of): View {
  const { fields, transactionId, answer } = message;
  const shown = {
    ...Object.fromEntries(FIELDS.map((name) => [name, fields[name]])),
    answer: answer === null ? 'none' : `HTTP ${answer.status}`,
    transactionId: transactionId ?? undefined,
  };
  return html`<section class="key-fields">
    <h3>Request</h3>
    <${RequestLine} message=${message} />
    <${Pairs} of=${shown} />
    <button class="button quiet" onClick=${() => go({ tab: 'request' }, 'replace')}>
      All fields
    </button>
  </section>`;
}
