import { html, type View } from '../html.js';
import { delay, exactTime } from '../logic/times.js';
import type { InboxMessage } from '../types.js';

const BAD: ReadonlySet<string> = new Set(['refused', 'answer lost', 'client gone']);

/** What happened to it, and when. */
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
