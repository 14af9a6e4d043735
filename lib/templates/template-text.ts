/** The kinds of variables. `number` is another word for `numeric`. */
const KINDS = ['var', 'numeric', 'alphanumeric', 'url', 'urlott', 'cbn', 'email'] as const;

export type VariableKind = (typeof KINDS)[number];

/** A piece of a template: text that is the same in each message, or a variable. */
export type Part = string | { readonly kind: VariableKind };

/** As texts are compared: composed characters (NFC), and LF as line break. */
export function normalised(text: string): string {
  return text.normalize('NFC').replaceAll(/\r\n?/g, '\n');
}

/** The parts of a template, or what is wrong with it. */
export function partsOf(text: string): readonly Part[] | { readonly problem: string } {
  if (text.trim() === '') return { problem: 'has no text' };
  const parts: Part[] = [];
  // The names are every second one.
  for (const [index, piece] of normalised(text)
    .split(/\{#([^#]*)#\}/)
    .entries()) {
    if (index % 2 === 0) {
      if (/\{#|#\}/.test(piece)) return { problem: 'has only one end of a variable ({# or #})' };
      if (piece !== '') parts.push(piece);
      continue;
    }
    const name = piece.toLowerCase();
    const kind = KINDS.find((each) => each === (name === 'number' ? 'numeric' : name));
    if (!kind) return { problem: `has an unknown variable; use ${KINDS.join(', ')} or number` };
    parts.push({ kind });
  }
  return parts;
}
