import { z } from 'zod';
import { isTimeZone } from '../../protocol/expires-after.js';
import { canBeNumber } from '../gateway/sort-numbers.js';
import { normaliseNumber } from '../inbox/normalise-number.js';
import { GatewaySimulatorError } from '../simulator-error.js';

/** The faults that the simulator knows. See `docs/simulator.md` for what each does. */
export const FAULT_NAMES = [
  'accept-then-drop',
  'drop',
  'reset',
  'stall',
  'slow',
  'drip',
  '429',
  '500',
  '502',
  '503-html',
  '200-html',
  'bad-json',
  'refuse',
  'reject-numbers',
  'expire-token',
  'wrong-zone',
] as const;

/** The name of a fault. */
export type FaultName = (typeof FAULT_NAMES)[number];

/** How a fault strikes. Each belongs to some faults only; where it does not belong it is an error. */
export interface FaultOptions {
  /** Whether it strikes sends or logins. Default `send`; `wrong-zone` strikes logins alone. */
  on?: 'send' | 'login' | undefined;
  /**
   * `reset`, `stall`, `500`, `502`, `503-html`, `200-html`, `bad-json`: whether the gateway takes
   * the message (checks it, and keeps it) before the fault strikes. Default false; true for
   * `bad-json`.
   */
  accept?: boolean | undefined;
  /** `slow`: milliseconds before the answer. Default 3,000. */
  latency?: number | undefined;
  /** `slow`: up to so many milliseconds more, by the seeded dice. Default 0. */
  jitter?: number | undefined;
  /** `drip`: milliseconds between two pieces of the answer. Default 100. */
  interval?: number | undefined;
  /** `drip`: bytes in a piece. Default 8. */
  bytes?: number | undefined;
  /** `429`, `502`, `503-html`: seconds in `Retry-After`. Default 1 for `429`, else no such header. */
  retryAfter?: number | undefined;
  /** `refuse`: the code. Default `203`. */
  statusCode?: string | undefined;
  /** `refuse`: the reason. Default `Sender id is invalid`. */
  reason?: string | undefined;
  /** `refuse`: HTTP status. Default 200, as in the wild. */
  httpStatus?: number | undefined;
  /**
   * `reject-numbers`: the numbers to reject; a leading `+` and separators do not matter. Default: the
   * last recipient of the send.
   */
  numbers?: readonly string[] | undefined;
  /** `wrong-zone`: the zone to write instead. Default: one that is many hours away. */
  timeZone?: string | undefined;
}

/** A fault as it strikes, every default filled in. */
export interface Fault extends Omit<FaultOptions, 'on'> {
  /** Its name. */
  readonly fault: FaultName;
  /** Whether it strikes sends or logins. */
  readonly on: 'send' | 'login';
}

const number = (min: number, max: number) => {
  const error = `must be a number from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error });
};
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return number(min, max).int({ error });
};
const milliseconds = () => number(0, 600_000);
const on = z
  .enum(['send', 'login'], { error: 'must be send or login' })
  .default('send')
  .describe('Whether it strikes sends or logins.');
const takes = (byDefault: boolean) =>
  z
    .boolean({ error: 'must be true or false' })
    .default(byDefault)
    .describe('Whether the gateway takes the message before the fault strikes.');
const retryAfter = whole(0, 86_400).describe('Seconds in Retry-After.');
const words = z.string({ error: 'must be a text' });

/** The options of each fault with their defaults: what is checked, and what the API's description says. */
export const FAULT_SHAPES: Readonly<Record<FaultName, z.ZodRawShape>> = {
  'accept-then-drop': { on },
  drop: { on },
  reset: { on, accept: takes(false) },
  stall: { on, accept: takes(false) },
  slow: {
    on,
    latency: milliseconds().default(3_000).describe('Milliseconds before the answer.'),
    jitter: milliseconds().default(0).describe('Up to so many milliseconds more, by the dice.'),
  },
  drip: {
    on,
    interval: milliseconds().default(100).describe('Milliseconds between two pieces.'),
    bytes: whole(1, 65_536).default(8).describe('Bytes in a piece.'),
  },
  '429': { on, retryAfter: retryAfter.default(1) },
  '500': { on, accept: takes(false) },
  '502': { on, accept: takes(false), retryAfter: retryAfter.optional() },
  '503-html': { on, accept: takes(false), retryAfter: retryAfter.optional() },
  '200-html': { on, accept: takes(false) },
  'bad-json': { on, accept: takes(true) },
  refuse: {
    on,
    statusCode: words.default('203').describe('The code of the failure body.'),
    reason: words.default('Sender id is invalid').describe('The reason of the failure body.'),
    httpStatus: whole(200, 599).default(200).describe('HTTP status of the answer.'),
  },
  'reject-numbers': {
    on: z.literal('send', { error: 'must be send' }).default('send').describe('Sends alone.'),
    numbers: z
      .array(
        words.refine((given) => canBeNumber(normaliseNumber(given)), {
          error: 'is no number with country prefix, so no send could have it',
        }),
        { error: 'must be a list of numbers, as texts' },
      )
      .min(1)
      .optional()
      .describe('The numbers to reject. Not given: the last recipient of the send.'),
  },
  'expire-token': { on },
  'wrong-zone': {
    on: z.literal('login', { error: 'must be login' }).default('login').describe('Logins alone.'),
    timeZone: words
      .refine(isTimeZone, { error: 'must be an IANA time zone' })
      .optional()
      .describe('The IANA zone to write instead. Not given: one that is many hours away.'),
  },
};

/**
 * Checks a fault's name and options and fills in the defaults.
 *
 * @throws GatewaySimulatorError naming what is wrong and what is known
 */
export function makeFault(name: unknown, options: unknown): Fault {
  if (!FAULT_NAMES.includes(name as FaultName)) {
    throw new GatewaySimulatorError(
      'options',
      `${JSON.stringify(name) ?? 'undefined'} is no fault; known are ${FAULT_NAMES.join(', ')}.`,
    );
  }
  const fault = name as FaultName;
  const result = z.strictObject(FAULT_SHAPES[fault]).safeParse(options);
  if (!result.success) {
    const known = Object.keys(FAULT_SHAPES[fault]).join(', ');
    const problems = result.error.issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown option ${issue.keys.join(', ')}; known are count, ${known}`
        : `${issue.path.join('.')} ${issue.message}`,
    );
    throw new GatewaySimulatorError('options', `Fault ${fault}: ${problems.join('; ')}.`);
  }
  return { fault, ...(result.data as Omit<Fault, 'fault'>) };
}

const TAKING: ReadonlySet<FaultName> = new Set([
  'accept-then-drop',
  'slow',
  'drip',
  'reject-numbers',
  'expire-token',
  'wrong-zone',
]);

/** Whether the gateway looks at the request at all before the fault strikes. */
export function takesRequest({ fault, accept }: Fault): boolean {
  return accept ?? TAKING.has(fault);
}
