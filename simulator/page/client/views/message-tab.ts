import { useSignal } from '@preact/signals';
import { html, type View } from '../html.js';
import { splitSegments } from '../../../../lib/core/message/segments.js';
import { counted, shown } from '../logic/format.js';
import { type TextPart, withLinks } from '../logic/links.js';
import { groupNumber } from '../logic/phone-number.js';
import { SENT, reportFate } from '../logic/report-fate.js';
import { sendReports, setFate } from '../state/actions.js';
import { searchNumber } from '../state/address.js';
import { exactTime, fullTime } from '../state/times.js';
import { CopyButton } from './buttons.js';
import { Banner, HiddenNotice, Notes, Request, type Of } from './detail-tabs.js';
import { Given } from './given.js';
import { SegmentBar } from './segment-bar.js';
import { useFirst } from './show-all.js';

/** Above this many, recipients can be filtered. */
const MANY = 12;
/** How many are listed at most: more of them would make the page slow. */
const MOST = 500;
const FATES = ['delivered', 'failed', 'expired'] as const;

/** The message as on a phone, with the boundaries between its segments. */
export function MessageTab({ message }: Of): View {
  const { count } = message.segments;
  const { most, moreButton } = useFirst(count, 'segment');
  const segments = withLinks(splitSegments(message.text)).slice(0, most);
  const { encoding, units } = message.segments;
  const unit = encoding === 'GSM-7' ? 'septet' : 'unit';
  return html`<${Banner} message=${message} />
    <${HiddenNotice} message=${message} />
    <div class="phone-wrap">
      <figure class="phone" aria-label="The message as on a phone">
        <div class="phone-head">
          <span class="face" aria-hidden="true">${initial(message.senderId)}</span>
          <b><bdi>${message.senderId || 'Unknown sender'}</bdi></b>
        </div>
        <div class=${`bubble ${segments.length > 1 ? 'several' : ''}`} dir="auto">
          ${
            segments.length === 0
              ? html`<i>no text</i>`
              : segments.map(
                  (segment, index) =>
                    html`${index > 0 && html`<${Seam} text=${`${index + 1}/${count}`} />`}
                      <span class="segment" key=${index}>${segment.map(linked)}</span>`,
                )
          }
        </div>
        ${moreButton}
        <figcaption>
          ${encoding} · ${counted(count, 'segment')} · ${counted(units, unit)}
        </figcaption>
      </figure>
      <div class="beside">
        ${
          message.otp !== null &&
          html`<div class="otp">
            <span class="label">One-time password</span>
            <span class="otp-code">${message.otp}</span>
            <${CopyButton} text=${() => message.otp ?? ''} what="Code" />
          </div>`
        }
        <${Notes} message=${message} />
        <${SegmentBar} message=${message} />
        <${Delivery} key=${`delivery-${message.id}`} message=${message} />
        <${Recipients} key=${message.id} message=${message} />
      </div>
      <div class="wide-only"><${Request} message=${message} /></div>
    </div>`;
}

function linked({ text, href }: TextPart): View | string {
  if (href === undefined) return text;
  return html`<a href=${href} target="_blank" rel="noreferrer">${text}</a>`;
}

function Seam({ text }: { text: string }): View {
  return html`<span class="seam"><span>${text}</span></span>`;
}

/** What happened to the message, and buttons to decide it. */
function Delivery({ message }: Of): View {
  const { id, deliveries, scheduledFor } = message;
  const asks = useSignal(false);
  if (deliveries.length === 0) return null;
  const report = reportFate(message);
  const [first] = deliveries;
  const counts = Map.groupBy(deliveries, ({ status }) => status);
  const all = counts.size === 1 ? first : undefined;
  return html`<section class="delivery">
    <h3>Delivery</h3>
    ${
      scheduledFor !== undefined &&
      html`<p>Scheduled for <time datetime=${scheduledFor}>${fullTime(scheduledFor)}</time>.</p>`
    }
    <p class="fates">
      ${[...counts].map(
        ([status, { length }]) =>
          html`<span class=${`fate ${status}`} key=${status}>
            <span class="lamp"></span>${deliveries.length > 1 && `${shown(length)} `}${status}
          </span>`,
      )}
      ${all?.code && html`<span class="hint">code <${Given} text=${all.code} /></span>`}
      ${all?.cause !== undefined && html`<bdi class="hint">${all.cause}</bdi>`}
      ${all?.at !== undefined && html`<time class="hint" datetime=${all.at}>${exactTime(all.at)}</time>`}
    </p>
    ${
      report !== undefined &&
      html`<p class="fates report-fate">
        <span class=${report === SENT ? '' : 'bad'}>${report}</span>
        <button class="text-button" onClick=${() => void sendReports(id)}>Send again</button>
      </p>`
    }
    <div class="fate-buttons" role="group" aria-label="Set the delivery">
      <span class="label">Set to</span>
      ${FATES.map(
        (status) =>
          html`<button
            class="chip"
            key=${status}
            aria-pressed=${all?.status === status ? 'true' : 'false'}
            aria-expanded=${status === 'failed' ? String(asks.value) : undefined}
            onClick=${() => {
              asks.value = status === 'failed' && !asks.value;
              if (status !== 'failed') void setFate(id, status);
            }}
          >
            ${status}
          </button>`,
      )}
    </div>
    ${asks.value && html`<${Failure} id=${id} onDone=${() => (asks.value = false)} />`}
  </section>`;
}

/** How it failed. What is left empty has the default of the simulator. */
function Failure({ id, onDone }: { id: string; onDone: () => void }): View {
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const formEntries = [...new FormData(event.target as HTMLFormElement)];
    const why = Object.fromEntries(formEntries.filter(([, value]) => value !== ''));
    if (await setFate(id, 'failed', why)) onDone();
  };
  return html`<form class="fate-buttons" onSubmit=${onSubmit}>
    <input type="text" class="short" name="code" aria-label="Code" placeholder="Code" />
    <input type="text" name="cause" aria-label="Cause" placeholder="Cause" />
    <button class="button">Set to failed</button>
  </form>`;
}

/** Every number, the rejected ones first. */
function Recipients({ message: { status, to, rejected } }: Of): View {
  const filter = useSignal('');
  if (to.length < 2 && rejected.length === 0) return null;
  const wantedDigits = filter.value.replace(/[\s+()-]/g, '');
  const numbers = [...rejected, ...to];
  const matchingIndexes = [...numbers.keys()].filter((index) =>
    numbers[index]?.includes(wantedDigits),
  );
  const many = numbers.length > MANY;
  return html`<section class="recipients">
    <h3>
      Recipients
      ${to.length > 0 && html`<span class="tab-count">${shown(to.length)} ${status}</span>`}
      ${rejected.length > 0 && html`<span class="tab-count bad">${shown(rejected.length)} rejected</span>`}
    </h3>
    ${
      many &&
      html`<input
        type="text"
        aria-label="Filter recipients"
        placeholder="Filter"
        autocomplete="off"
        value=${filter.value}
        onInput=${(event: Event) => {
          filter.value = (event.target as HTMLInputElement).value;
        }}
      />`
    }
    <ul
      class=${`numbers ${many ? 'many scroll' : ''}`}
      tabindex=${many ? 0 : undefined}
      aria-label="Recipients"
    >
      ${matchingIndexes.slice(0, MOST).map((index) => {
        const number = numbers[index] ?? '';
        return index < rejected.length
          ? html`<li class="struck">
              <${Given} text=${number === '' ? '(empty)' : number} />
              <span class="badge warn">rejected</span>
            </li>`
          : html`<li title=${number}>
              <button class="text-button" onClick=${() => searchNumber(number)}>
                ${groupNumber(number)}
              </button>
            </li>`;
      })}
      ${matchingIndexes.length === 0 && html`<li class="hint">No matches.</li>`}
    </ul>
    ${
      matchingIndexes.length > MOST &&
      html`<p class="hint">
        And ${shown(matchingIndexes.length - MOST)} more. Filter to find one.
      </p>`
    }
  </section>`;
}

function initial(sender: string): string {
  return (/[\p{L}\p{N}\p{S}\p{P}]/u.exec(sender)?.[0] ?? '?').toUpperCase();
}
