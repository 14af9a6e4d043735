import { useSignal } from '@preact/signals';
import { html, type View } from '../html.js';
import { counted } from '../logic/format.js';

/** How many segments are shown at first: more of them would make the page slow. */
const FIRST_SEGMENTS = 50;

/** How many of very many are shown, and the button that shows all. */
export function useFirst(
  count: number,
  noun: string,
  first = FIRST_SEGMENTS,
): { most: number; moreButton: View } {
  const all = useSignal(false);
  if (all.value || count <= first) return { most: Infinity, moreButton: null };
  const show = () => {
    all.value = true;
  };
  return {
    most: first,
    moreButton: html`<button class="button" onClick=${show}>
      Show all ${counted(count, noun)}
    </button>`,
  };
}
