import { html, type View } from '../html.js';
import { estimateSegments, splitSegments } from '../../../../lib/core/message/segments.js';
import { counted, shown } from '../logic/format.js';
import type { Of } from './detail-tabs.js';

/** The most bars. If there are more segments, only the first ones and the last one have a bar: the others are full. */
const MOST = 8;

/** How full each segment is. */
export function SegmentBar({ message: { text, segments } }: Of): View {
  const { encoding, count, perSegment } = segments;
  if (count === 0) return null;
  const parts = splitSegments(text);
  const unitsOf = (part = '') =>
    encoding === 'GSM-7' ? estimateSegments(part).units : part.length;
  const unitsLeft = perSegment - unitsOf(parts.at(-1));
  const first = count > MOST ? MOST - 2 : MOST;
  const unit = encoding === 'GSM-7' ? 'septet' : 'unit';
  return html`<section class="segment-bar">
    <h3>Segments</h3>
    <div class="bars">
      ${parts.map(
        (part, index) =>
          (index < first || index === count - 1) &&
          html`${index > first && html`<span class="hint">…</span>`}
            <meter
              key=${index}
              min="0"
              max=${perSegment}
              value=${unitsOf(part)}
              aria-label=${`Space used in segment ${index + 1}`}
            ></meter>`,
      )}
    </div>
    <p class="hint">
      ${counted(count, 'segment')} of up to ${counted(perSegment, unit)}, ${shown(unitsLeft)} left
      ${count > 1 && ' in the last'}
    </p>
  </section>`;
}
