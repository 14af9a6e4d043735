import { isObject } from '../../../../lib/core/common/value-checks.js';
import { parseJson } from '../../../../lib/core/protocol/read-json.js';
import { html, type View } from '../html.js';
import { wayOf } from '../logic/credentials.js';
import { delay, prettyJson } from '../logic/format.js';
import { hiddenFields } from '../logic/hidden-characters.js';
import { go } from '../state/address.js';
import type { InboxMessage } from '../state/api.js';
import { exactTime } from '../state/times.js';
import { Code } from './buttons.js';
import { Given, withCodes } from './given.js';
import { Icon } from './icons.js';
import { useFirst } from './show-all.js';

const ENCODINGS: Readonly<Record<InboxMessage['encoding'], string>> = {
  multipart: 'multipart form',
  urlencoded: 'form-encoded',
  json: 'JSON',
  query: 'query of the URL',
  unreadable: 'unreadable',
  none: 'no fields',
};
const BAD: ReadonlySet<string> = new Set([
  'refused',
  'answer lost',
  'client gone',
  'failed',
  'expired',
  'report failed',
  'report lost',
]);
/** The length of a value that is shown at once. */
const LONG = 5_000;

/** What the tabs of a message are given. */
export interface Of {
  readonly message: InboxMessage;
}

/** The request with its secrets masked. */
export function RequestTab({ message }: Of): View {
  return html`<${Notes} message=${message} /><${Request} message=${message} />`;
}

/** The request without the notes on it. */
export function Request({ message }: Of): View {
  return html`<${RequestLine} message=${message} />
    <${Pairs} title="Fields" of=${message.fields} />
    <${Pairs} title="Headers" of=${message.headers} />`;
}

/** Method, path, and how the fields and the credentials came. */
function RequestLine({ message }: Of): View {
  const { method, path, encoding, account, remoteAddress } = message;
  const way = wayOf(message);
  return html`<p class="request-line">
    <b class="method">${method}</b> <code>${withCodes(path)}</code>
    <span class="hint">
      ${ENCODINGS[encoding]}${way && `, ${way}`}${
        account !== '' && html`, account <${Given} text=${account} />`
      }${remoteAddress !== '' && `, from ${remoteAddress}`}
    </span>
  </p>`;
}

/** The answer. */
export function AnswerTab({ message }: Of): View {
  const { answer, transactionId } = message;
  return html`<${Banner} message=${message} /> ${
      transactionId !== null &&
      html`<p>
        <span class="label">Transaction id</span> <span class="number-left">${transactionId}</span>
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
export function TimelineTab({ message: { timeline } }: Of): View {
  const start = timeline[0]?.at ?? '';
  return html`<ol class="timeline">
    ${timeline.map(
      ({ at, event, detail, answer }, index) =>
        html`<li class=${BAD.has(event) ? 'bad' : ''} key=${index}>
          <b>${event}</b>
          <time class="number" datetime=${at}>${exactTime(at)}</time>
          <span class="number hint">${index === 0 ? '' : delay(start, at)}</span>
          ${
            detail !== undefined &&
            (event.startsWith('report ')
              ? html`<div class="step-detail">${reportFields(detail)}</div>`
              : html`<bdi class="step-detail">${withCodes(detail)}</bdi>`)
          }
          ${answer !== undefined && html`<bdi class="step-detail hint">${withCodes(answer)}</bdi>`}
        </li>`,
    )}
  </ol>`;
}

/** A delivery report: its method, then a form or JSON. */
function reportFields(detail: string): View {
  const [method, body = ''] = detail.split(/ (.*)/s);
  const json = parseJson(body);
  const fields = Object.entries(isObject(json) ? json : {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  const form = fields.length > 0 ? fields : new URLSearchParams(body);
  return html`<p class="hint">${method}</p>
    <${Pairs} of=${Object.fromEntries(form)} />`;
}

/** Why a send was refused, and which fault it met. */
export function Banner({ message: { status, refusal, fault, answer } }: Of): View {
  const refused = status === 'refused';
  if (!refused && fault === null) return null;
  const { statusCode = '', reason = '' } = refusal ?? {};
  // An HTTP status is already beside the answer.
  const code = ['', String(answer?.status)].includes(statusCode) ? '' : ` with ${statusCode}`;
  return html`<p
    class=${`notice ${refused ? 'danger' : ''}`}
    role="note"
    aria-label=${refused ? 'Refusal' : 'Fault'}
  >
    <${Icon} name=${fault === null ? 'warning' : 'bolt'} />
    <span>
      ${refused && html`<b>Refused${code}.</b> `}
      ${statusCode !== '' && `${reason.replace(/\.$/, '')}. `}
      ${fault !== null && html`The fault <b>${fault}</b> was triggered.`}
    </span>
  </p>`;
}

/** Warns that a message may not be what it looks like. */
export function HiddenNotice({ message }: Of): View {
  const hiddenPlaces = [...new Set(hiddenFields(message).map(({ where }) => where))];
  if (hiddenPlaces.length === 0) return null;
  return html`<p class="notice" role="note" aria-label="Hidden characters">
    <${Icon} name="warning" />
    <span>
      <b>This message contains invisible or direction characters</b>${' '}
      (${hiddenPlaces.map((where, index) => html`${index > 0 && ', '}<${Given} text=${where} />`)}),
      so it may not be what it looks like.
    </span>
    <button class="button" onClick=${() => go({ tab: 'segments' }, 'replace')}>Show</button>
  </p>`;
}

/** The notes that the banner does not already show. */
export function otherNotes({ notes, fault, refusal }: InboxMessage): string[] {
  const shownNotes = new Set([`The fault ${fault} was used.`, refusal?.reason]);
  return notes.filter((note) => !note.startsWith('Refused with ') && !shownNotes.has(note));
}

/** What is wrong or unusual about a send, and in grey what is merely missing. */
export function Notes({ message }: Of): View {
  const { notSent, ignored } = message;
  const notes = otherNotes(message);
  return html`${
    notes.length > 0 &&
    html`<section class="notes" aria-label="Notes">
      <h3><${Icon} name="warning" />${notes.length === 1 ? 'Note' : 'Notes'}</h3>
      <ul>
        ${notes.map((note) => html`<li>${withCodes(note)}</li>`)}
      </ul>
    </section>`
  }
  ${notSent.length > 0 && html`<p class="hint">Left out: ${notSent.join(', ')}</p>`}
  ${ignored.length > 0 && html`<p class="hint">No effect here: ${ignored.join(', ')}</p>`}`;
}

function Value({ text }: { text: string }): View {
  const { most, moreButton } = useFirst(text.length, 'character', LONG);
  return html`<${Given}
      text=${text.slice(0, most)}
    />${moreButton !== null && html`… ${moreButton}`}`;
}

/** Names and values. */
function Pairs(props: { title?: string; of: Readonly<Record<string, string>> }): View {
  const pairs = Object.entries(props.of);
  return html`<section>
    ${props.title !== undefined && html`<h3>${props.title}</h3>`}
    ${
      pairs.length === 0
        ? html`<p class="hint">None.</p>`
        : html`<dl class="pairs">
            ${pairs.map(
              ([name, value]) =>
                html`<div key=${name}>
                  <dt>${withCodes(name)}</dt>
                  <dd>
                    <${Value} text=${value.replace(/<masked>$/, '')} />
                    ${value.endsWith('<masked>') && html`<span class="badge masked">masked</span>`}
                  </dd>
                </div>`,
            )}
          </dl>`
    }
  </section>`;
}
