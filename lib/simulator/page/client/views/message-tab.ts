import { html, type View } from '../html.js';
import { splitSegments } from '../../../../message/segments.js';
import { counted } from '../logic/format.js';
import type { InboxMessage } from '../state/api.js';
import { CopyButton } from './buttons.js';
import { Notes } from './detail-tabs.js';

/** The message as on a phone, with the boundaries between its segments. */
export function MessageTab({ message }: { message: InboxMessage }): View {
  const segments = splitSegments(message.text);
  const { encoding, units } = message.segments;
  const unit = encoding === 'GSM-7' ? 'septet' : 'unit';
  return html`<div class="phone-wrap">
    <figure class="phone" aria-label="The message as on a phone">
      <div class="phone-head">
        <span class="face" aria-hidden="true">${initial(message.senderId)}</span>
        <b>${message.senderId || 'Unknown sender'}</b>
      </div>
      <div class=${`bubble ${segments.length > 1 ? 'several' : ''}`} dir="auto">
        ${
          segments.length === 0
            ? html`<i>no text</i>`
            : segments.map(
                (segment, index) =>
                  html`${index > 0 && html`<${Seam} number=${index + 1} />`}
                    <span class="segment" key=${index}>${segment}</span>`,
              )
        }
      </div>
      <figcaption>
        ${encoding} · ${counted(segments.length, 'segment')} · ${counted(units, unit)}
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
      <${Recipients} message=${message} />
      <${Notes} notes=${message.notes} />
    </div>
  </div>`;
}

function Seam({ number }: { number: number }): View {
  return html`<span class="seam"><span>segment ${number}</span></span>`;
}

function Recipients({ message: { to, rejected } }: { message: InboxMessage }): View {
  if (to.length + rejected.length < 2 && rejected.length === 0) return null;
  return html`<section>
    <h3>Recipients</h3>
    <ul class="numbers">
      ${to.map((number) => html`<li>${number}</li>`)}
      ${rejected.map(
        (number) =>
          html`<li class="struck">
            <span>${number === '' ? '(empty)' : number}</span>
            <span class="badge warn">rejected</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function initial(sender: string): string {
  return (Array.from(sender.trim())[0] ?? '?').toUpperCase();
}
