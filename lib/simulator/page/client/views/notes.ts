import { html, type View } from '../html.js';
import { Icon } from './icons.js';

/** What is odd about a send. */
export function Notes({ notes }: { notes: readonly string[] }): View {
  if (notes.length === 0) return null;
  return html`<section class="notes" aria-label="Notes">
    <h3><${Icon} name="warning" />What to know of this send</h3>
    <ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </section>`;
}
