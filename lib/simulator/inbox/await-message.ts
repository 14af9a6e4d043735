import { maskDigits, maskNumber, shownKey } from '../../message/mask.js';
import { LONGEST_TIMER } from '../../transport/send-scope.js';
import { GatewaySimulatorError } from '../simulator-error.js';
import type { Inbox } from './inbox.js';
import type { InboxMessage } from './inbox-message.js';
import { MESSAGE_ID } from './inbox-message.schema.js';
import { normaliseNumber } from './normalise-number.js';

/** Which message to wait for. Accepted messages alone are looked at. */
export interface WaitFor {
  /** One of its recipients; a leading `+` and separators do not matter. Default: any. */
  to?: string | undefined;
  /** What its text must match. Default: any. */
  text?: RegExp | undefined;
  /** The id of a message: only later ones count, so that a second code is not the first one again. */
  after?: string | undefined;
  /** Milliseconds to wait. Default 4,000. */
  timeout?: number | undefined;
}

interface Query extends WaitFor {
  /** Whether only messages with a one-time password count. */
  readonly withCode?: boolean;
}

// Less than the 5,000 after which Jest and Vitest end a test, and say nothing of what came instead.
const DEFAULT_WAIT = 4_000;

const KEYS: readonly string[] = ['to', 'text', 'after', 'timeout'] satisfies (keyof WaitFor)[];

/**
 * The message that is asked for: with `after` the first later one, without it the newest one that
 * is there, else the first to come.
 *
 * @throws GatewaySimulatorError `options`, where it is asked for what is not known; `timeout`, saying
 * what came instead; `closed` where the signal ends
 */
export function awaitMessage(
  inbox: Inbox,
  query: WaitFor,
  closing: AbortSignal,
): Promise<InboxMessage> {
  return wait('waitFor', inbox, query, false, closing);
}

/**
 * The one-time password of the message that is asked for.
 *
 * @throws GatewaySimulatorError as `awaitMessage` does; `no-code` where messages without one came
 */
export async function awaitOtp(
  inbox: Inbox,
  query: Omit<WaitFor, 'text'>,
  closing: AbortSignal,
): Promise<string> {
  const { otp } = await wait('otp', inbox, query, true, closing);
  return otp ?? '';
}

// Throws after an await, and not in a timer: so the error's stack has the line of the test.
async function wait(
  asked: string,
  inbox: Inbox,
  given: WaitFor,
  withCode: boolean,
  closing: AbortSignal,
): Promise<InboxMessage> {
  const { timeout } = checkQuery(asked, given);
  const query = { ...given, withCode };
  const found = findMessage(inbox, query) ?? (await nextMessage(inbox, query, timeout, closing));
  if (found !== undefined) return found;
  throw closing.aborted ? closedError() : timeoutError(inbox, query, timeout);
}

/** The next message that fits; undefined where none came in time, or before the end. */
async function nextMessage(
  inbox: Inbox,
  query: Query,
  timeout: number,
  closing: AbortSignal,
): Promise<InboxMessage | undefined> {
  if (closing.aborted) return undefined;
  return new Promise((resolve) => {
    const end = (found?: InboxMessage): void => {
      clearTimeout(timer);
      unsubscribe();
      closing.removeEventListener('abort', close);
      resolve(found);
    };
    const close = (): void => end();
    const timer = setTimeout(end, timeout, undefined);
    const unsubscribe = inbox.subscribe((event) => {
      if (event.type === 'added' && matches(event.message, query)) end(event.message);
    });
    closing.addEventListener('abort', close, { once: true });
  });
}

/** The message that is asked for, where it is there already. */
export function findMessage(inbox: Inbox, query: Omit<Query, 'timeout'>): InboxMessage | undefined {
  const found = inbox.list().filter((message) => matches(message, query));
  return query.after === undefined ? found.at(-1) : found[0];
}

function matches(message: InboxMessage, { to, text, after, withCode }: Query): boolean {
  return (
    message.status === 'accepted' &&
    (after === undefined || message.id > after) &&
    (withCode !== true || message.otp !== null) &&
    (to === undefined || message.to.includes(normaliseNumber(to))) &&
    // search and not test: a RegExp with the g flag remembers where it last stopped
    (text === undefined || message.text.search(text) !== -1)
  );
}

// A key that is not known would be a condition that always holds.
function checkQuery(asked: string, query: WaitFor): { timeout: number } {
  if (typeof query !== 'object' || query === null) {
    throw new GatewaySimulatorError(
      'options',
      `${asked}: give an object, such as { to: '919876543210' }.`,
    );
  }
  const { to, text, after, timeout = DEFAULT_WAIT } = query;
  const unknown = Object.keys(query).filter((key) => !KEYS.includes(key));
  const problems = [
    ...unknown.map((key) => `'${shownKey(key)}' is not known; give ${KEYS.join(', ')}`),
    to !== undefined && typeof to !== 'string' && 'to must be a text of digits',
    text !== undefined && !(text instanceof RegExp) && 'text must be a regular expression',
    after !== undefined && !MESSAGE_ID.test(String(after)) && "after must be a message's id",
    !(typeof timeout === 'number' && timeout >= 0 && timeout <= LONGEST_TIMER) &&
      'timeout must be a number of milliseconds, 0 or more',
  ].filter((problem) => problem !== false);
  if (problems.length > 0) {
    throw new GatewaySimulatorError('options', `${asked}: ${problems.join('; ')}.`);
  }
  return { timeout };
}

function closedError(): GatewaySimulatorError {
  return new GatewaySimulatorError(
    'closed',
    'The simulator was closed while a message was waited for. Close it after the last wait.',
  );
}

function timeoutError(inbox: Inbox, query: Query, timeout: number): GatewaySimulatorError {
  const later = (message: InboxMessage) => query.after === undefined || message.id > query.after;
  const wanted = [
    query.withCode === true ? 'one-time password' : 'message',
    query.to !== undefined && `to ${maskNumber(normaliseNumber(query.to))}`,
    query.text !== undefined && `with a text like ${maskDigits(String(query.text))}`,
    query.after !== undefined && `after ${query.after}`,
  ].filter(Boolean);
  const others = inbox.list('accepted').filter(later);
  const refused = inbox.list('refused').filter(later);
  const parts = [`No ${wanted.join(' ')} came within ${timeout} ms.`];
  parts.push(
    others.length === 0
      ? 'No other message came either.'
      : `What came instead: ${tail(others.map(describeMessage))}.`,
  );
  if (refused.length > 0) {
    parts.push(`Refused or lost: ${tail(refused.map(describeRefused))}.`);
  }
  if (query.withCode === true && findMessage(inbox, { ...query, withCode: false }) !== undefined) {
    parts.push('A message that fits came, but no one-time password was found in its text.');
    return new GatewaySimulatorError('no-code', parts.join(' '));
  }
  return new GatewaySimulatorError('timeout', parts.join(' '));
}

function describeMessage(message: InboxMessage): string {
  return `${message.id} to ${message.to.map(maskNumber).join(', ')}`;
}

function describeRefused(message: InboxMessage): string {
  if (message.fault !== null) return `${message.id} by the fault ${message.fault}`;
  const code = /"statusCode":"(\w+)"/.exec(message.answer?.body ?? '')?.[1];
  return `${message.id} with code ${code ?? 'unknown'}`;
}

function tail(items: readonly string[]): string {
  const shown = items.slice(-5).join('; ');
  return items.length > 5 ? `${items.length} in all, last ${shown}` : shown;
}
