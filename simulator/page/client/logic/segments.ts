import {
  estimateSegments,
  GSM7_WIDTH,
  splitSegments,
} from '../../../../lib/core/message/segments.js';
import { replaceTypography } from '../../../../lib/core/message/gsm-text.js';
import type { SmsSegments } from '../../../../lib/core/message/sms-message.js';
import { hiddenCharacters } from './hidden-characters.js';

/** A character is in the basic table of GSM-7, in its extension table, in neither, or also hidden. */
type CharacterKind = 'plain' | 'extension' | 'foreign' | 'hidden';

/** One segment of a message. */
export interface Segment {
  /** Adjacent characters of the same kind. */
  readonly runs: readonly { readonly kind: CharacterKind; readonly text: string }[];
  /** Its length in septets or UTF-16 units. */
  readonly units: number;
}

/** A character that takes more than one unit, or requires UCS-2. */
export interface Special {
  readonly character: string;
  readonly kind: CharacterKind;
  /** How often it is in the text. */
  readonly times: number;
  /** Units that it takes each time. */
  readonly cost: number;
  /** What is on every keyboard instead of it; undefined if nothing is. */
  readonly plain: string | undefined;
}

/** How a text is encoded and split. */
export interface Analysis {
  readonly estimate: SmsSegments;
  /** Some of the segments; `estimate` has their number. */
  readonly segments: readonly Segment[];
  readonly specials: readonly Special[];
}

/**
 * Examines every character of a text.
 *
 * @param most how many segments are wanted
 */
export function analyse(text: string, most = Infinity): Analysis {
  const estimate = estimateSegments(text);
  const wide = estimate.encoding === 'UCS-2';
  const hidden = new Set(hiddenCharacters(text).map(({ index }) => index));
  const specials = new Map<string, Special & { times: number }>();
  const segments: Segment[] = [];
  let index = 0;
  for (const segment of splitSegments(text)) {
    const runs: { kind: CharacterKind; text: string }[] = [];
    let units = 0;
    for (const character of segment) {
      const width = GSM7_WIDTH[character.codePointAt(0) ?? 0] ?? 0;
      const kind = hidden.has(index) ? 'hidden' : kindOf(width);
      const cost = wide ? character.length : width;
      index += character.length;
      units += cost;
      const last = runs.at(-1);
      if (last?.kind === kind) last.text += character;
      else runs.push({ kind, text: character });
      if (cost > 1 || width === 0) {
        const key = `${kind} ${character}`;
        const knownSpecial = specials.get(key);
        if (knownSpecial !== undefined) knownSpecial.times += 1;
        else {
          const plain = plainOf(character, kind);
          specials.set(key, { character, kind, times: 1, cost, plain });
        }
      }
    }
    if (segments.length < most) segments.push({ runs, units });
  }
  return { estimate, segments, specials: [...specials.values()] };
}

function kindOf(width: number): CharacterKind {
  return width === 0 ? 'foreign' : width === 1 ? 'plain' : 'extension';
}

// What is invisible but not hidden is needed where it is, as the joiner of an emoji.
function plainOf(character: string, kind: CharacterKind): string | undefined {
  if (kind === 'hidden') return '';
  const plain = replaceTypography(character);
  return plain === character || plain === '' ? undefined : plain;
}
