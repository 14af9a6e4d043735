import { html, type View } from '../html.js';
import { delay, exactTime, prettyJson } from '../logic/format.js';
import type { InboxMessage } from '../state/api.js';
import { Code } from './buttons.js';
import { Icon } from './icons.js';

const ENCODINGS: Readonly<Record<InboxMessage['encoding'], string>> = {
  multipart: 'multipart form',
  urlencoded: 'form-encoded',
  json: 'JSON',
  query: 'query of the URL',
  unreadable: 'unreadable',
};
const AUTH = { token: 'with a token', password: 'with a password', apiKey: 'with a key' } as const;
const BAD: ReadonlySet<string> = new Set(['refused', 'answer lost', 'client gone']);

/** The request with its secrets masked. */
export function RequestTab({ message }: { message: InboxMessage }): View {
  const { method, path, encoding, auth, notes, fields, headers } = message;
  return html`<p class="request-line">
      <b class="method">${method}</b> <code>${path}</code>
      <span class="hint">
        ${ENCODINGS[encoding]}, ${auth === null ? 'not authenticated' : AUTH[auth]}
      </span>
    </p>
    <${Notes} notes=${notes} />
    <${Pairs} title="Fields" of=${fields} />
    <${Pairs} title="Headers" of=${headers} />`;
}

/** The answer. */
export function AnswerTab({ message }: { message: InboxMessage }): View {
  const { answer, fault, transactionId } = message;
  return html`${
    fault !== null &&
    html`<p class="fault-note">
      <${Icon} name="bolt" /><span>The fault <b>${fault}</b> struck this send.</span>
    </p>`
  }
  ${
    transactionId !== null &&
    html`<p>
      <span class="label">Transaction</span> <span class="number-left">${transactionId}</span>
    </p>`
  }
  ${
    answer === null
      ? html`<p class="hint">No answer was sent.</p>`
      : html`<p class="request-line">
            <b class=${answer.status < 400 ? 'method' : 'method bad'}>HTTP ${answer.status}</b>
          </p>
          <${Code} text=${prettyJson(answer.body)} what="Answer" />`
  }`;
}

/** What happened, and when. */
export function TimelineTab({ message: { timeline } }: { message: InboxMessage }): View {
  const start = timeline[0]?.at ?? '';
  return html`<ol class="timeline">
    ${timeline.map(
      ({ at, event }, index) =>
        html`<li class=${BAD.has(event) ? 'bad' : ''} key=${index}>
          <b>${event}</b>
          <time class="number" datetime=${at}>${exactTime(at)}</time>
          <span class="number hint">${index === 0 ? '' : delay(start, at)}</span>
        </li>`,
    )}
  </ol>`;
}

/** What is unusual about a send. */
export function Notes({ notes }: { notes: readonly string[] }): View {
  if (notes.length === 0) return null;
  return html`<section class="notes" aria-label="Notes">
    <h3><${Icon} name="warning" />Notes on this send</h3>
    <ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </section>`;
}

function Pairs(props: { title: string; of: Readonly<Record<string, string>> }): View {
  const pairs = Object.entries(props.of);
  return html`<section>
    <h3>${props.title}</h3>
    ${pairs.length === 0 && html`<p class="hint">None.</p>`}
    <dl class="pairs">
      ${pairs.map(
        ([name, value]) =>
          html`<div key=${name}>
            <dt>${name}</dt>
            <dd>
              ${value.replace(/<masked>$/, '')}
              ${value.endsWith('<masked>') && html`<span class="masked">masked</span>`}
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
