import { estimateSegments, GSM7_WIDTH, splitSegments } from '../../../../message/segments.js';
import type { SmsSegments } from '../../../../message/sms-message.js';

/** A character is in the basic table of GSM-7, in its extension table, or in neither. */
type CharacterKind = 'plain' | 'extension' | 'foreign';

/** One segment of a message. */
export interface Segment {
  readonly text: string;
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
}

/** How a text is encoded and split. */
export interface Analysis {
  readonly estimate: SmsSegments;
  readonly segments: readonly Segment[];
  readonly specials: readonly Special[];
}

/** Examines every character of a text. */
export function analyse(text: string): Analysis {
  const estimate = estimateSegments(text);
  const wide = estimate.encoding === 'UCS-2';
  const specials = new Map<string, Special>();
  const segments = splitSegments(text).map((segment) => {
    const runs: { kind: CharacterKind; text: string }[] = [];
    let units = 0;
    for (const character of segment) {
      const width = GSM7_WIDTH[character.codePointAt(0) ?? 0] ?? 0;
      const kind = width === 0 ? 'foreign' : width === 1 ? 'plain' : 'extension';
      const cost = wide ? character.length : width;
      units += cost;
      const last = runs.at(-1);
      if (last?.kind === kind) last.text += character;
      else runs.push({ kind, text: character });
      if (cost > 1 || kind === 'foreign') {
        const times = (specials.get(character)?.times ?? 0) + 1;
        specials.set(character, { character, kind, times, cost });
      }
    }
    return { text: segment, runs, units };
  });
  return { estimate, segments, specials: [...specials.values()] };
}
