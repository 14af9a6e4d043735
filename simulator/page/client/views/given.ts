import { html, type View } from '../html.js';
import { codeOf, hiddenCharacters, nameOf } from '../logic/hidden-characters.js';

/**
 * A text that came from outside. It changes the direction of nothing around it, and a hidden character
 * shows as its code.
 */
export function Given({ text }: { text: string }): View {
  return html`<bdi>${withCodes(text)}</bdi>`;
}

/** The parts of a text, with the codes of hidden characters in place of these. */
export function withCodes(text: string): unknown {
  const hidden = hiddenCharacters(text);
  if (hidden.length === 0) return text;
  let start = 0;
  const parts = hidden.map(({ character, index }) => {
    const before = text.slice(start, index);
    start = index + character.length;
    return [before, html`<${Hidden} character=${character} />`];
  });
  return [parts, text.slice(start)];
}

function Hidden({ character }: { character: string }): View {
  return html`<mark class="hidden" title=${nameOf(character)}>${codeOf(character)}</mark>`;
}
