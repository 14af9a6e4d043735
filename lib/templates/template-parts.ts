import { isKind, KIND_NAMES, type VariableKind } from './variable-kinds.js';

/** A piece of a template: text that is the same in each message, or a variable. */
export type Part = string | { readonly kind: VariableKind };

/** As texts are compared: composed characters (NFC), and LF as line break. */
export function normalised(text: string): string {
  return text.normalize('NFC').replaceAll(/\r\n?/g, '\n');
}

/** The parts of a template. What is not a known variable is text. */
export function partsOf(text: string): readonly Part[] {
  return normalised(text)
    .split(/(\{#\w+#\})/)
    .filter(Boolean)
    .map((piece) => {
      const kind = piece.slice(2, -2).toLowerCase();
      return piece.startsWith('{#') && isKind(kind) ? { kind } : piece;
    });
}

/** Why a text can be no template; undefined if it can. */
export function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'has no text';
  const isWrong = partsOf(text).some((part) => typeof part === 'string' && /\{#|#\}/.test(part));
  return isWrong
    ? `has an unknown or incomplete variable; use ${KIND_NAMES.join(', ')} as in {#var#}`
    : undefined;
}
