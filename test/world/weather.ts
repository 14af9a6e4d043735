import { type Dice, diceOf, pick } from './dice.js';

/** What happens to one request. Times in ms. */
export interface Fate {
  /** Until a socket takes it, or the connection fails. */
  readonly connect: number;
  /** Whether no connection can be made, so that no byte leaves. */
  readonly isRefused: boolean;
  /** From its start until the gateway has read it. */
  readonly upload: number;
  /** From then until its answer. */
  readonly think: number;
  /** What is lost of the request or its answer: the connection breaks, or nothing more arrives. */
  readonly lost:
    'nothing' | 'request' | 'answer' | 'half the answer' | 'request, silently' | 'answer, silently';
  /** Whether the gateway still reads it if it is given up on its way. */
  readonly readsAborted: boolean;
  /** What the gateway says. */
  readonly verdict: VerdictKind;
  /** Whether the gateway accepted the message, if its answer does not say so. */
  readonly isTaken: boolean;
  /** Whether the gateway answers twice, so that the next request on the connection gets the second answer. */
  readonly isTwice: boolean;
}

const VERDICTS = [
  'yes',
  'yes in part',
  'no',
  'nobody',
  '401',
  '401 without a body',
  'yes with 401',
  '299',
  '403',
  '429',
  '429 seconds',
  '429 date',
  '503',
  '500 html',
  'html',
  'redirect',
  "another's",
] as const;

type VerdictKind = (typeof VERDICTS)[number];

/** A time in which every request has one kind of trouble. */
export interface Outage {
  /** ms from the start. */
  readonly from: number;
  readonly length: number;
  readonly kind: 'refused' | '503' | '429' | 'login 503' | 'silence';
}

/** How the world treats requests. */
export interface Weather {
  /** How many of a hundred requests have some trouble. */
  readonly trouble: number;
  readonly outages: readonly Outage[];
  /** How long answers take at most, in ms. */
  readonly slowest: number;
}

export const CALM: Weather = { trouble: 0, outages: [], slowest: 2 };

/**
 * What happens to a request. This follows from the seed, what the request is for, and how often that was tried.
 * So if one operation is removed from a program, the same things happen to the others.
 */
export function fateOf(
  seed: number,
  weather: Weather,
  request: { readonly id: string; readonly attempt: number; readonly kind: string },
  time: number,
): Fate {
  const dice = diceOf(seed, request.id, request.attempt);
  const good: Fate = {
    connect: pick(dice, [0, 0, 1, 2.5]),
    isRefused: false,
    upload: pick(dice, [0.5, 1, 3]),
    think: dice() < 0.7 ? dice() * 5 : dice() * weather.slowest,
    lost: 'nothing',
    readsAborted: dice() < 0.5,
    verdict: 'yes',
    isTaken: dice() < 0.5,
    isTwice: false,
  };
  // In some programs a firewall refuses some texts, whatever the credentials.
  const isFiltered = diceOf(seed, 'firewall')() < 0.2 && diceOf(seed, request.id, 'text')() < 0.4;
  if (isFiltered && request.kind === 'send' && weather.trouble > 0)
    return { ...good, verdict: '403' };
  const outage = weather.outages.find(({ from, length }) => time >= from && time < from + length);
  if (outage) return duringOutage(good, outage, request.kind);
  return dice() * 100 < weather.trouble ? inTrouble(good, dice, weather) : good;
}

function duringOutage(good: Fate, { kind }: Outage, of: string): Fate {
  switch (kind) {
    case 'refused':
      return { ...good, isRefused: true };
    case 'silence':
      return { ...good, lost: 'answer, silently' };
    case 'login 503':
      return of === 'login' ? { ...good, verdict: '503' } : good;
    case '503':
    case '429':
      return { ...good, verdict: kind };
  }
}

function inTrouble(good: Fate, dice: Dice, weather: Weather): Fate {
  return pick(dice, [
    () => ({ ...good, isRefused: true, connect: dice() * 20 }),
    () => ({ ...good, lost: pick(dice, ['request', 'answer', 'half the answer'] as const) }),
    () => ({ ...good, lost: pick(dice, ['request, silently', 'answer, silently'] as const) }),
    () => ({ ...good, connect: dice() * 2 * weather.slowest }),
    () => ({ ...good, upload: dice() * weather.slowest }),
    () => ({ ...good, think: dice() * 3 * weather.slowest }),
    () => ({ ...good, isTwice: true }),
    () => ({ ...good, verdict: pick(dice, VERDICTS), lost: 'half the answer' as const }),
    () => ({ ...good, verdict: pick(dice, VERDICTS) }),
    () => ({ ...good, verdict: pick(dice, VERDICTS) }),
    () => ({ ...good, verdict: pick(dice, VERDICTS), think: dice() * weather.slowest }),
  ])();
}
