import { html, type View } from '../html.js';
import { replaceTypography, suggestGsmText } from '../../../../message/gsm-text.js';
import { estimateSegments } from '../../../../message/segments.js';
import type { SmsSegments } from '../../../../message/sms-message.js';
import { counted } from '../logic/format.js';
import { analyse, type Segment, type Special } from '../logic/segments.js';
import { CopyButton } from './buttons.js';
import type { Of } from './detail-tabs.js';

const MOST_SPECIALS = 60;

/** The text of each segment, and what its characters cost. */
export function SegmentsTab({ message: { text } }: Of): View {
  const { estimate, segments, specials } = analyse(text);
  const wide = estimate.encoding === 'UCS-2';
  const unit = wide ? 'unit' : 'septet';
  if (segments.length === 0) return html`<p class="hint">The text is empty.</p>`;
  return html`<p class="sum">
      <b>${estimate.encoding}, ${counted(segments.length, 'segment')}.</b>${' '}
      ${counted(estimate.units, unit)}, up to ${estimate.perSegment} in a segment.
    </p>
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
    ${specials.length > 0 && html`<${Specials} specials=${specials} wide=${wide} />`}`;
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
      <span class="number">${segment.units} of ${counted(room, unit)}</span>
    </div>
    <div class="segment-text" dir="auto">
      ${segment.runs.map(({ kind, text }) =>
        kind === 'plain' ? html`<span>${text}</span>` : html`<mark class=${kind}>${text}</mark>`,
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
        after < estimate.count ? ` instead of ${estimate.count}.` : '.'
      }
    </p>
    <${CopyButton} text=${() => plain} what="Plain text" label="Copy plain text" />
  </div>`;
}

function Specials({ specials, wide }: { specials: readonly Special[]; wide: boolean }): View {
  const shown = wide ? specials.filter(({ kind }) => kind === 'foreign') : specials;
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
      ${shown.slice(0, MOST_SPECIALS).map(
        ({ character, kind, times, cost }) =>
          html`<tr>
            <td><mark class=${kind}>${visible(character)}</mark></td>
            <td class="number-left">${codeOf(character)}</td>
            <td class="number">${times}</td>
            <td class="number">${counted(cost, wide ? 'unit' : 'septet')}</td>
            ${wide && html`<td>${plainWord(character)}</td>`}
          </tr>`,
      )}
    </tbody>
    ${
      shown.length > MOST_SPECIALS &&
      html`<tfoot>
        <tr>
          <td colspan=${wide ? 5 : 4}>and ${shown.length - MOST_SPECIALS} more</td>
        </tr>
      </tfoot>`
    }
  </table>`;
}

function plainWord(character: string): View | string {
  const plain = replaceTypography(character);
  if (plain === character) return '–';
  if (plain === '') return 'leave out';
  return plain === ' ' ? 'space' : html`<code>${plain}</code>`;
}

function visible(character: string): string {
  return /[\p{Z}\p{C}]/u.test(character) ? '\u2423' : character;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
