import { html, type View } from '../html.js';
import { suggestGsmText } from '../../../../lib/core/message/gsm-text.js';
import { estimateSegments } from '../../../../lib/core/message/segments.js';
import type { SmsSegments } from '../../../../lib/core/message/sms-message.js';
import { counted, shown } from '../logic/format.js';
import { codeOf, hiddenFields, nameOf } from '../logic/hidden-characters.js';
import { analyse, type Segment, type Special } from '../logic/segments.js';
import { CopyButton } from './buttons.js';
import type { Of } from './detail-tabs.js';
import { Given, withCodes } from './given.js';
import { useFirst } from './show-all.js';

const MOST_SPECIALS = 60;

/** The text of each segment, and what its characters cost. */
export function SegmentsTab({ message }: Of): View {
  const { text } = message;
  const { count } = message.segments;
  const { most, moreButton } = useFirst(count, 'segment');
  const { estimate, segments, specials } = analyse(text, most);
  const wide = estimate.encoding === 'UCS-2';
  const unit = wide ? 'unit' : 'septet';
  if (count === 0) {
    return html`<p class="hint">The text is empty.</p>
      <${HiddenTable} message=${message} />`;
  }
  return html`<p class="sum">
      <b>${estimate.encoding}, ${counted(count, 'segment')}.</b>${' '}
      ${counted(estimate.units, unit)}, up to ${estimate.perSegment} in a segment.
    </p>
    <${HiddenTable} message=${message} />
    ${wide && html`<${Plainer} text=${text} estimate=${estimate} />`}
    <ol class="segment-list">
      ${segments.map(
        (segment, index) =>
          html`<${SegmentBox}
            key=${index}
            segment=${segment}
            number=${index + 1}
            room=${estimate.perSegment}
            unit=${unit}
          />`,
      )}
    </ol>
    ${moreButton} ${specials.length > 0 && html`<${Specials} specials=${specials} wide=${wide} />`}`;
}

/** The hidden characters of a message, with their names. */
function HiddenTable({ message }: Of): View {
  const hiddenParts = hiddenFields(message);
  if (hiddenParts.length === 0) return null;
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
      ${hiddenParts.map(
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

function SegmentBox(props: { segment: Segment; number: number; room: number; unit: string }): View {
  const { segment, number, room, unit } = props;
  return html`<li class="segment-box">
    <div class="segment-head">
      <b>Segment ${number}</b>
      <meter
        min="0"
        max=${room}
        value=${segment.units}
        aria-label=${`Space used in segment ${number}`}
      ></meter>
      <span class="number">${shown(segment.units)} of ${counted(room, unit)}</span>
    </div>
    <div class="segment-text" dir="auto">
      ${segment.runs.map(({ kind, text }) =>
        kind === 'plain'
          ? html`<span>${text}</span>`
          : kind === 'hidden'
            ? withCodes(text)
            : html`<mark class=${kind}>${text}</mark>`,
      )}
    </div>
  </li>`;
}

/** Suggests a text with keyboard characters only, as `estimate` of the package does. */
function Plainer({ text, estimate }: { text: string; estimate: SmsSegments }): View {
  const { gsmText: plain } = suggestGsmText(estimate, text);
  if (plain === undefined) return null;
  const after = estimateSegments(plain).count;
  return html`<div class="plainer">
    <p>
      With the plain characters below, this would be
      <b>${' '}GSM-7, ${counted(after, 'segment')}</b>${
        after < estimate.count ? ` instead of ${shown(estimate.count)}.` : '.'
      }
    </p>
    <${CopyButton} text=${() => plain} what="Plain text" label="Copy plain text" />
  </div>`;
}

function Specials({ specials, wide }: { specials: readonly Special[]; wide: boolean }): View {
  const listed = wide ? specials.filter(({ kind }) => kind !== 'extension') : specials;
  return html`<table class="table specials">
    <caption>
      ${wide ? 'Characters that forced UCS-2' : 'Characters that cost two septets'}
    </caption>
    <thead>
      <tr>
        <th scope="col">Character</th>
        <th scope="col">Code</th>
        <th scope="col" class="number">Count</th>
        <th scope="col" class="number">Cost each</th>
        ${wide && html`<th scope="col">Plain</th>`}
      </tr>
    </thead>
    <tbody>
      ${listed.slice(0, MOST_SPECIALS).map(
        ({ character, kind, times, cost, plain }) =>
          html`<tr>
            <td><mark class=${kind}>${visible(character)}</mark></td>
            <td class="number-left">${codeOf(character)}</td>
            <td class="number">${shown(times)}</td>
            <td class="number">${counted(cost, wide ? 'unit' : 'septet')}</td>
            ${wide && html`<td>${plainWord(plain)}</td>`}
          </tr>`,
      )}
    </tbody>
    ${
      listed.length > MOST_SPECIALS &&
      html`<tfoot>
        <tr>
          <td colspan=${wide ? 5 : 4}>and ${shown(listed.length - MOST_SPECIALS)} more</td>
        </tr>
      </tfoot>`
    }
  </table>`;
}

function plainWord(plain: string | undefined): View | string {
  if (plain === undefined) return '–';
  if (plain === '') return 'leave out';
  return plain === ' ' ? 'space' : html`<code>${plain}</code>`;
}

function visible(character: string): string {
  return /[\p{Z}\p{C}]/u.test(character) ? '\u2423' : character;
}
