import { z } from 'zod';
import { isTimeZone } from '../../protocol/expires-after.js';
import { canBeNumber, normaliseNumber } from '../numbers.js';
import { GatewaySimulatorError } from '../simulator-error.js';
import { FAULT_NAMES, type Fault, type FaultName } from './fault.js';

/** What the simulator knows of one fault. */
export interface FaultDefinition {
  /** The heading under which the page lists it. */
  readonly group: string;
  /** What it does, in one sentence. */
  readonly effect: string;
  /** Whether the gateway handles the request before it strikes, unless the option `accept` is set. */
  readonly accepts: boolean;
  /** Its options with their defaults. */
  readonly options: z.ZodRawShape;
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
const only = (what: 'send' | 'login') =>
  z
    .literal(what, { error: `must be ${what}` })
    .default(what)
    .describe(`Strikes ${what}s only.`);
const acceptBy = (fallback: boolean) =>
  z
    .boolean({ error: 'must be true or false' })
    .default(fallback)
    .describe('Whether the gateway accepts the message before the fault strikes.');
const accept = acceptBy(false);
const seconds = whole(0, 86_400).describe('Seconds in Retry-After.');
const retryAfter = seconds.optional();
const text = z.string({ error: 'must be a string' });

const numbers = (description: string) =>
  z
    .array(
      text.refine((given) => canBeNumber(normaliseNumber(given)), {
        error: 'must be a number with its country prefix',
      }),
      { error: 'must be an array of numbers, as strings' },
    )
    .min(1)
    .optional()
    .describe(description);
const fate = (code: string) => ({
  code: text.default(code).describe('The code of the delivery report.'),
  numbers: numbers('The numbers that it concerns. Default: all of them.'),
});

const LOST = 'The answer is lost';
const LATE = 'The answer is late';
const ERROR = 'An HTTP error';
const UNREADABLE = 'An unreadable answer';
const REFUSAL = 'A refusal';
const TOKEN = 'A short-lived token';
const DELIVERY = 'After the answer';

/** Every fault: one table for the plan, the API's description and the page. */
export const FAULTS: Readonly<Record<FaultName, FaultDefinition>> = {
  'accept-then-drop': define(LOST, 'Accepts the message, then closes the connection.', true, {}),
  drop: define(LOST, 'Closes the connection without accepting the message.', false, {}),
  reset: define(LOST, 'Resets the connection.', false, { accept }),
  stall: define(LOST, 'Never answers, and keeps the connection open.', false, { accept }),
  slow: define(LATE, 'Accepts the message and answers late.', true, {
    latency: milliseconds().default(3_000).describe('Milliseconds before the answer.'),
    jitter: milliseconds().default(0).describe('Up to this many milliseconds more, by the dice.'),
  }),
  drip: define(LATE, 'Accepts the message and answers in small pieces.', true, {
    interval: milliseconds().default(100).describe('Milliseconds between two pieces.'),
    bytes: whole(1, 65_536).default(8).describe('Bytes in a piece.'),
  }),
  '429': define(ERROR, 'Answers HTTP 429 with Retry-After.', false, {
    retryAfter: seconds.default(1),
  }),
  '500': define(ERROR, 'Answers HTTP 500.', false, { accept }),
  '502': define(ERROR, 'Answers HTTP 502.', false, { accept, retryAfter }),
  '503-html': define(ERROR, "Answers HTTP 503 with a load balancer's page.", false, {
    accept,
    retryAfter,
  }),
  '200-html': define(UNREADABLE, 'Answers HTTP 200 with an HTML page.', false, { accept }),
  'bad-json': define(UNREADABLE, 'Answers HTTP 200 with half of the JSON.', false, {
    accept: acceptBy(true),
  }),
  refuse: define(REFUSAL, 'Refuses the message with a failure body.', false, {
    statusCode: text.default('203').describe('The code of the failure body.'),
    reason: text.default('Sender id is invalid').describe('The reason of the failure body.'),
    httpStatus: whole(200, 599).default(200).describe('HTTP status of the answer.'),
  }),
  'reject-numbers': define(
    REFUSAL,
    'Lists numbers in invalidMobile and accepts the others.',
    true,
    {
      on: only('send'),
      numbers: numbers('The numbers to reject. Default: the last recipient of the send.'),
    },
  ),
  'expire-token': define(TOKEN, 'Expires the token before it is used.', true, {}),
  'wrong-zone': define(TOKEN, 'Writes expires_after in another time zone.', true, {
    on: only('login'),
    timeZone: text
      .refine((zone) => isTimeZone(zone), { error: 'must be an IANA time zone' })
      .optional()
      .describe('The IANA zone to use. Default: one that is many hours away.'),
  }),
  'delivery-failed': define(DELIVERY, 'Accepts the message, but its delivery fails.', true, {
    on: only('send'),
    ...fate('001'),
  }),
  'delivery-expired': define(DELIVERY, 'Accepts the message, but it expires.', true, {
    on: only('send'),
    ...fate('002'),
  }),
  'report-late': define(DELIVERY, 'Posts the delivery report late.', true, {
    on: only('send'),
    latency: milliseconds().default(10_000).describe('More milliseconds before the report.'),
  }),
  'report-repeated': define(DELIVERY, 'Posts the delivery report several times.', true, {
    on: only('send'),
    times: whole(2, 100).default(2).describe('How often.'),
  }),
  'report-unordered': define(
    DELIVERY,
    'Posts the delivery report after that of the next message.',
    true,
    { on: only('send') },
  ),
};

function define(
  group: string,
  effect: string,
  accepts: boolean,
  options: z.ZodRawShape,
): FaultDefinition {
  return { group, effect, accepts, options: { on, ...options } };
}

/**
 * Checks a fault's name and options, and fills in the defaults.
 *
 * @throws GatewaySimulatorError naming what is wrong and what is known
 */
export function makeFault(name: unknown, options: unknown): Fault {
  const fault = FAULT_NAMES.find((known) => known === name);
  if (fault === undefined) {
    const known = FAULT_NAMES.join(', ');
    const message = `${JSON.stringify(name) ?? 'undefined'} is not a fault. Known: ${known}.`;
    throw new GatewaySimulatorError('options', message);
  }
  const shape = FAULTS[fault].options;
  const result = z.strictObject(shape).safeParse(options);
  if (result.success) return { fault, ...(result.data as Omit<Fault, 'fault'>) };
  const problems = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown option ${issue.keys.join(', ')}; known: count, ${Object.keys(shape).join(', ')}`
      : `${issue.path.join('.')} ${issue.message}`,
  );
  throw new GatewaySimulatorError('options', `Fault ${fault}: ${problems.join('; ')}.`);
}

/** Whether the gateway handles the request before the fault strikes. */
export function handlesRequest({ fault, accept: given }: Fault): boolean {
  return given ?? FAULTS[fault].accepts;
}
