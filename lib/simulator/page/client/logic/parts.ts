import { GSM7_WIDTH } from '../../../../message/gsm7.js';
import { estimateSegments, splitSegments } from '../../../../message/segments.js';
import type { SmsSegments } from '../../../../message/sms-message.js';

/** What a character is to the encoding: in GSM-7's table, in its extension table, in neither. */
export type CharacterKind = 'plain' | 'extension' | 'foreign';

/** Neighbouring characters of one kind. */
export interface Run {
  readonly kind: CharacterKind;
  readonly text: string;
}

/** One part of a message. */
export interface Part {
  readonly text: string;
  readonly runs: readonly Run[];
  /** Septets or UTF-16 units that it takes. */
  readonly units: number;
}

/** A character that costs more than one unit, or forced the wider encoding. */
export interface Special {
  readonly character: string;
  readonly kind: CharacterKind;
  /** How often it stands in the text. */
  readonly times: number;
  /** Units that each takes. */
  readonly cost: number;
}

/** What becomes of a text on its way. */
export interface Analysis {
  readonly segments: SmsSegments;
  readonly parts: readonly Part[];
  readonly specials: readonly Special[];
}

/** Looks at every character of a text. */
export function analyse(text: string): Analysis {
  const segments = estimateSegments(text);
  const wide = segments.encoding === 'UCS-2';
  const specials = new Map<string, Special>();
  const parts = splitSegments(text).map((part) => {
    const runs: { kind: CharacterKind; text: string }[] = [];
    let units = 0;
    for (const character of part) {
      const kind = kindOf(character);
      const cost = costOf(character, wide);
      units += cost;
      const last = runs.at(-1);
      if (last?.kind === kind) last.text += character;
      else runs.push({ kind, text: character });
      if (cost > 1 || kind === 'foreign') {
        const times = (specials.get(character)?.times ?? 0) + 1;
        specials.set(character, { character, kind, times, cost });
      }
    }
    return { text: part, runs, units };
  });
  return { segments, parts, specials: [...specials.values()] };
}

function kindOf(character: string): CharacterKind {
  const width = GSM7_WIDTH[character.codePointAt(0) ?? 0] ?? 0;
  return width === 0 ? 'foreign' : width === 1 ? 'plain' : 'extension';
}

function costOf(character: string, wide: boolean): number {
  if (wide) return character.length;
  return GSM7_WIDTH[character.charCodeAt(0)] ?? 0;
}
