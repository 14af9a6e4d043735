import { z } from 'zod';
import { isObject, kindOf } from '../../lib/core/common/value-checks.js';
import {
  kind,
  number,
  oneOf,
  positive,
  problemsIn,
  timeZone,
  trueOrFalse,
  wholeNumber,
} from '../../lib/core/options/schemas.js';
import { wrongZoneFor } from '../common/wall-clock.js';
import { canBeNumber, normaliseNumber } from '../common/numbers.js';
import { GatewaySimulatorError } from '../common/simulator-error.js';
import type { Behaviour, Does } from './behaviour.js';
import { cutShort, delay, drip, noAnswer, page, refuse, reset, stall } from './behaviours.js';
import { FAULT_NAMES, type Fault, type FaultName, type FaultOptions } from '../common/fault.js';

/** What one fault is: its doc, its options and what it does. */
export interface FaultDefinition {
  /** The heading under which the page lists it. */
  readonly group: string;
  /** What it does, in one sentence. */
  readonly effect: string;
  /** Whether the gateway handles the request before it takes effect, unless the option `accept` is set. */
  readonly accepts: boolean;
  /** Its options with their defaults. */
  readonly options: Options;
  readonly does: Does;
}

type Options = Readonly<Partial<Record<keyof FaultOptions, z.ZodType>>>;

const milliseconds = () => number(0, 600_000);
const on = oneOf(['send', 'login']).default('send').describe('Whether it affects sends or logins.');
const only = (what: 'send' | 'login') =>
  z
    .literal(what, kind(`'${what}'`))
    .default(what)
    .describe(`Strikes ${what}s only.`);
const acceptBy = (fallback: boolean) =>
  trueOrFalse()
    .default(fallback)
    .describe('Whether the gateway accepts the message before the fault takes effect.');
const accept = acceptBy(false);
const seconds = wholeNumber(0, 86_400).describe('Seconds in Retry-After.');
const retryAfter = seconds.optional();
const text = z.string(kind('a string'));

const one = text.refine(
  (numberText) => canBeNumber(normaliseNumber(numberText)),
  'is not valid. Provide a number with its country prefix',
);
const several = z
  .array(one, kind('an array of numbers, as strings'))
  .refine(
    (numberList) => numberList.length > 0,
    'is not valid. Provide an array of numbers, as strings',
  );
const numbers = (description: string) => several.optional().describe(description);
const account = text.optional().describe('The user id whose requests it affects. Default: any.');
const to = z
  .union([one, several], kind('a number, or an array of numbers, as strings'))
  .optional()
  .describe('The number, or numbers, whose sends it affects. Default: any.');
const fate = (cause: string) => ({
  on: only('send'),
  code: text
    .optional()
    .describe('The code of the delivery report. Default: that of its state, as in reportCodes.'),
  cause: text.default(cause).describe('Why, in words.'),
  numbers: numbers('The numbers that it concerns. Default: all of them.'),
});

const LOST = 'The answer is lost';
const LATE = 'The answer is late';
const ERROR = 'An HTTP error';
const UNREADABLE = 'An unreadable answer';
const REFUSAL = 'A refusal';
const TOKEN = 'A short-lived token';
const DELIVERY = 'After the answer';

/** The id of a planned fault. */
export const faultId = z
  .string(kind('the id of a fault, which has 12 hexadecimal digits'))
  .regex(/^[0-9a-f]{12}$/)
  .describe('Identifies it, to remove it alone.');

/** The seed of the dice. */
export const seedSchema = wholeNumber(0, 2 ** 32 - 1).describe('Seed of the dice.');

/** What a fault of the next sends or logins has besides its options. */
export const NEXT = {
  count: wholeNumber(1, 1_000_000).default(1).describe('How many it affects.'),
  id: faultId.optional(),
};

/** What a fault that takes effect at random has besides its options. */
export const CHANCE = {
  probability: positive(1).describe('Probability that it affects a send or login.'),
  id: faultId.optional(),
};

/** Every fault: one table for the plan, the gateway, the API's description and the page. */
export const FAULTS: Readonly<Record<FaultName, FaultDefinition>> = {
  'accept-then-drop': define(LOST, 'Accepts the message, then closes the connection.', true, {
    does: { answer: noAnswer },
  }),
  drop: define(LOST, 'Closes the connection without accepting the message.', false, {
    does: { answer: noAnswer },
  }),
  reset: define(LOST, 'Resets the connection.', false, {
    accept,
    does: { answer: noAnswer, before: reset },
  }),
  stall: define(LOST, 'Never answers, and keeps the connection open.', false, {
    accept,
    does: { answer: noAnswer, before: stall },
  }),
  slow: define(LATE, 'Accepts the message and answers late.', true, {
    latency: milliseconds().default(3_000).describe('Milliseconds before the answer.'),
    does: { before: delay },
  }),
  drip: define(LATE, 'Accepts the message and answers in small pieces.', true, {
    interval: milliseconds().default(100).describe('Milliseconds between two pieces.'),
    bytes: wholeNumber(1, 65_536).default(8).describe('Bytes in a piece.'),
    does: { body: drip },
  }),
  '429': define(ERROR, 'Answers HTTP 429 with Retry-After.', false, {
    retryAfter: seconds.default(1),
    does: { answer: page(429, 'Too Many Requests') },
  }),
  '500': define(ERROR, 'Answers HTTP 500.', false, {
    accept,
    does: { answer: page(500, 'Internal Server Error') },
  }),
  '502': define(ERROR, 'Answers HTTP 502.', false, {
    accept,
    retryAfter,
    does: { answer: page(502, 'Bad Gateway') },
  }),
  '503-html': define(ERROR, "Answers HTTP 503 with a load balancer's page.", false, {
    accept,
    retryAfter,
    does: { answer: page(503, 'Service Unavailable') },
  }),
  '200-html': define(UNREADABLE, 'Answers HTTP 200 with an HTML page.', false, {
    accept,
    does: { answer: page(200, 'Welcome') },
  }),
  'bad-json': define(UNREADABLE, 'Answers HTTP 200 with half of the JSON.', false, {
    accept: acceptBy(true),
    does: { answer: cutShort },
  }),
  refuse: define(REFUSAL, 'Refuses the message with a failure body.', false, {
    statusCode: text.default('203').describe('The code of the failure body.'),
    reason: text.default('Sender id is invalid').describe('The reason of the failure body.'),
    httpStatus: wholeNumber(200, 599).default(200).describe('HTTP status of the answer.'),
    does: { answer: refuse },
  }),
  'reject-numbers': define(
    REFUSAL,
    'Lists numbers in invalidMobile and accepts the others.',
    true,
    {
      on: only('send'),
      numbers: numbers('The numbers to reject. Default: the last recipient of the send.'),
      does: { rejects: (fault, last) => fault.numbers?.map(normaliseNumber) ?? [last] },
    },
  ),
  'expire-token': define(TOKEN, 'Expires the token before it is used.', true, {
    does: { expiresToken: true },
  }),
  'wrong-zone': define(TOKEN, 'Writes expires_after in another time zone.', true, {
    on: only('login'),
    timeZone: timeZone()
      .optional()
      .describe('The IANA zone to use. Default: one that is many hours away.'),
    does: { zone: (fault, right) => fault.timeZone ?? wrongZoneFor(right) },
  }),
  'delivery-failed': define(DELIVERY, 'Accepts the message, but its delivery fails.', true, {
    ...fate('Unknown User'),
    does: { fate: 'failed' },
  }),
  'delivery-expired': define(DELIVERY, 'Accepts the message, but it expires.', true, {
    ...fate('Message expired'),
    does: { fate: 'expired' },
  }),
  'report-late': report('Sends the delivery report late.', {
    latency: milliseconds().default(10_000).describe('More milliseconds before the report.'),
    does: { sendsReports: (reports, { latency = 0 }) => reports.later(latency) },
  }),
  'report-twice': report('Sends the delivery report twice.', {
    does: { reports: (numberReport) => [numberReport, numberReport] },
  }),
  'report-lost': report('Delivers the message, but sends no delivery report.', {
    does: { sendsReports: (reports) => reports.lose() },
  }),
  'report-before-answer': report('Delivers at once: the report comes before the answer.', {
    does: { deliversFirst: true },
  }),
  'report-orphan': report('First sends a report of a transaction that nobody sent.', {
    does: { reports: (numberReport, orphan) => [orphan(), numberReport] },
  }),
  'report-out-of-order': report('Sends the delivery report after that of the next message.', {
    does: { sendsReports: (reports) => reports.afterNext() },
  }),
  'delivered-time-on-failure': define(
    DELIVERY,
    'The delivery fails, but its report has a delivered time.',
    true,
    { ...fate('Unknown User'), does: { fate: 'failed', stampsFailures: true } },
  ),
};

/** A fault of the delivery report of a message that is accepted. */
function report(effect: string, row: Options & { readonly does: Does }): FaultDefinition {
  return define(DELIVERY, effect, true, { on: only('send'), ...row });
}

function define(
  group: string,
  effect: string,
  accepts: boolean,
  { does, ...options }: Options & { readonly does: Does },
): FaultDefinition {
  return { group, effect, accepts, options: { on, ...options, account, to }, does };
}

/** What a fault does; nothing if there is none. */
export function behaviourOf(fault: Pick<Fault, 'fault'> | undefined): Behaviour {
  return fault ? FAULTS[fault.fault].does : {};
}

/**
 * The schema of one fault.
 *
 * @param when what it has besides its options: {@link NEXT} or {@link CHANCE}
 */
export function faultSchema<When extends z.ZodRawShape>(fault: FaultName, when: When) {
  const { effect, options } = FAULTS[fault];
  return z.strictObject({ fault: z.literal(fault), ...when, ...options }).describe(effect);
}

/**
 * Checks a fault, and fills in the defaults.
 *
 * @param when as for {@link faultSchema}
 * @throws GatewaySimulatorError naming what is wrong and what is known
 */
export function makeFault<When extends z.ZodRawShape>(
  input: unknown,
  when: When,
): Fault & z.output<z.ZodObject<When>> {
  const name = isObject(input) ? input['fault'] : undefined;
  const fault = FAULT_NAMES.find((faultName) => faultName === name);
  if (fault === undefined) {
    const knownNames = FAULT_NAMES.join(', ');
    // Not JSON.stringify for every value: it fails if one is too deeply nested.
    const shownName = typeof name === 'string' ? JSON.stringify(name.slice(0, 40)) : kindOf(name);
    const message = `${name === undefined ? 'undefined' : shownName} is not a fault. Known: ${knownNames}.`;
    throw new GatewaySimulatorError('options', message);
  }
  const schema = faultSchema(fault, when);
  const { data, error } = schema.safeParse(input);
  const { on: affects, to: recipients } = (data ?? {}) as Partial<Fault>;
  const isOdd = affects === 'login' && recipients !== undefined;
  if (error === undefined && !isOdd) return data as Fault & z.output<z.ZodObject<When>>;
  const problems = error
    ? problemsIn(error, { knownShape: schema.shape }).join(' ')
    : 'to is for sends, because a login has no recipient. Use account.';
  throw new GatewaySimulatorError('options', `Fault ${fault}: ${problems}`);
}
