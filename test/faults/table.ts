import type { SmsErrorCode } from '../../lib/index.js';

export const PHASES = [
  'before accept',
  'TLS handshake',
  'accepted, nothing read',
  'part of the head read',
  'part of the body read',
  'all read',
  "part of the answer's head sent",
  "part of the answer's body sent",
  'whole answer sent',
  'idle, between two sends',
] as const;
export type Phase = (typeof PHASES)[number];

export const ENDS = ['FIN', 'RST', 'stall', 'drip', 'garbage'] as const;
export type End = (typeof ENDS)[number];

/** What a cell must show: the outcome, and how often the gateway read the message completely. */
export interface Expected {
  readonly status: 'accepted' | 'not-sent' | 'unknown';
  readonly code?: SmsErrorCode;
  readonly readWhole: 0 | 1;
}

/** Why a cell cannot exist. */
export type Impossible = string;

const YES: Expected = { status: 'accepted', readWhole: 1 };
const NOT_CONNECTED: Expected = { status: 'not-sent', code: 'connection-failed', readWhole: 0 };
const lost = (readWhole: 0 | 1): Expected => ({
  status: 'unknown',
  code: 'connection-lost',
  readWhole,
});
const late = (readWhole: 0 | 1): Expected => ({ status: 'unknown', code: 'timeout', readWhole });
const UNCLEAR: Expected = { status: 'unknown', code: 'answer-unclear', readWhole: 1 };

const NOTHING_OPEN = 'there is no connection yet';
const SILENT = 'an idle connection sends nothing';

const cut = (readWhole: 0 | 1): Record<End, Expected> => ({
  FIN: lost(readWhole),
  RST: lost(readWhole),
  stall: late(readWhole),
  drip: late(readWhole),
  garbage: lost(readWhole),
});

/** Every phase with every end. The fault is on the first connection; later ones get good answers. */
export const TABLE: Readonly<Record<Phase, Readonly<Record<End, Expected | Impossible>>>> = {
  'before accept': {
    FIN: NOTHING_OPEN,
    RST: NOT_CONNECTED,
    stall: NOT_CONNECTED,
    drip: NOTHING_OPEN,
    garbage: NOTHING_OPEN,
  },
  'TLS handshake': {
    FIN: NOT_CONNECTED,
    RST: NOT_CONNECTED,
    stall: NOT_CONNECTED,
    drip: NOT_CONNECTED,
    garbage: NOT_CONNECTED,
  },
  'accepted, nothing read': cut(0),
  'part of the head read': cut(0),
  'part of the body read': cut(0),
  'all read': cut(1),
  "part of the answer's head sent": cut(1),
  "part of the answer's body sent": { ...cut(1), garbage: UNCLEAR },
  'whole answer sent': {
    FIN: YES,
    RST: 'a reset right after an answer can destroy it on its way, as in the row above',
    stall: YES,
    drip: YES,
    garbage: YES,
  },
  'idle, between two sends': {
    FIN: YES,
    RST: YES,
    stall: SILENT,
    drip: SILENT,
    garbage: YES,
  },
};

/** The kind of connection that a cell is played on. */
export interface Variant {
  readonly tls: boolean;
  readonly reused: boolean;
}

export const VARIANTS: readonly Variant[] = [
  { tls: false, reused: false },
  { tls: false, reused: true },
  { tls: true, reused: false },
  { tls: true, reused: true },
];

export function nameOf({ tls, reused }: Variant): string {
  return `${tls ? 'TLS' : 'plain'}, ${reused ? 'reused' : 'new'}`;
}

/** Why a phase does not exist on a variant; undefined if it does. */
export function impossibleOn(phase: Phase, { tls, reused }: Variant): Impossible | undefined {
  if (phase === 'before accept' && reused) return 'a reused connection is already accepted';
  if (phase === 'TLS handshake' && !tls) return 'plain connections have no handshake';
  if (phase === 'TLS handshake' && reused) return 'a reused connection is past it';
  if (phase === 'idle, between two sends' && !reused) return 'a new connection has not been idle';
  return undefined;
}

/** One cell on one variant. */
export interface Cell extends Variant {
  readonly phase: Phase;
  readonly end: End;
  readonly expected: Expected;
}

export const CELLS: readonly Cell[] = PHASES.flatMap((phase) =>
  ENDS.flatMap((end) =>
    VARIANTS.flatMap((variant) => {
      const expected = TABLE[phase][end];
      return typeof expected === 'string' || impossibleOn(phase, variant) !== undefined
        ? []
        : [{ phase, end, expected, ...variant }];
    }),
  ),
);
