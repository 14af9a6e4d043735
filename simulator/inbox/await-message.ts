import { z } from 'zod';
import { maskDigits, maskNumber } from '../../lib/core/common/mask.js';
import { DEFAULT_WAIT, LONGEST_TIMER } from '../../lib/core/common/timers.js';
import {
  asObject,
  date,
  kind,
  number,
  passing,
  problemsIn,
  type SchemasOf,
} from '../../lib/core/options/schemas.js';
import { normaliseNumber } from '../common/numbers.js';
import { searchTerms } from './search-terms.js';
import { GatewaySimulatorError } from '../common/simulator-error.js';
import type { Inbox } from './inbox.js';
import type { InboxMessage } from './inbox-message.js';
import { messageId } from './inbox-message-schema.js';

/** Which message to wait for. Only accepted messages count. */
export interface WaitFor {
  /** One of its recipients; a leading `+` and separators are ignored. Default: any. */
  to?: string | undefined;
  /** What its text must match. Default: any. */
  text?: RegExp | undefined;
  /** Terms that must all match, as in the search of the page. Default: none. */
  search?: string | undefined;
  /** The id of a message: only later ones count. Use it to wait for a second code. */
  after?: string | undefined;
  /**
   * A time by the simulator's clock: only messages that came then or later count. Take it before the app
   * sends, and no older code is mistaken for the new one. Default: any time.
   */
  since?: Date | undefined;
  /** Milliseconds to wait. Default 4,000. */
  timeout?: number | undefined;
}

/** With `withCode`, only messages with a one-time password count. */
type Query = WaitFor & { readonly withCode?: boolean };

const querySchema = z.strictObject(
  {
    to: z.string(kind('a string of digits')).optional(),
    text: passing<RegExp>((text) => text instanceof RegExp, 'a regular expression').optional(),
    search: searchTerms.optional(),
    after: messageId.optional(),
    since: date().optional(),
    timeout: number(0, LONGEST_TIMER, ' (milliseconds)').default(DEFAULT_WAIT),
  } satisfies SchemasOf<WaitFor>,
  kind("an object like { to: '919876543210' }"),
);

/**
 * Waits for a message. Without `after` this is the newest one that is already there, otherwise the
 * next one. With `after` it is the first later one.
 *
 * @param withCode whether only messages with a one-time password count
 * @throws GatewaySimulatorError `options` if the query is invalid; `timeout` saying what came instead;
 * `no-code` if only messages without a code came; `closed` if the signal aborts
 */
export async function awaitMessage(
  inbox: Inbox,
  criteria: WaitFor,
  closing: AbortSignal,
  withCode = false,
): Promise<InboxMessage> {
  const timeout = checkQuery(withCode ? 'otp' : 'waitFor', criteria);
  const query = { ...criteria, withCode };
  const message = findMessage(inbox, query) ?? (await nextMessage(inbox, query, timeout, closing));
  if (message !== undefined) return message;
  // Here and not in a timer, so that the stack includes the line of the test.
  if (!closing.aborted) throw describeTimeout(inbox, query, timeout);
  throw new GatewaySimulatorError(
    'closed',
    'The simulator was closed while waiting for a message. Close it after the last wait.',
  );
}

/** Waits for a message with a one-time password, like `awaitMessage`, and returns the password. */
export async function awaitOtp(
  inbox: Inbox,
  query: Omit<WaitFor, 'text'>,
  closing: AbortSignal,
): Promise<string> {
  return (await awaitMessage(inbox, query, closing, true)).otp ?? '';
}

/** The message of a query if it is already there. */
export function findMessage(inbox: Inbox, query: Omit<Query, 'timeout'>): InboxMessage | undefined {
  const messages = inbox.list('accepted').filter(matcher(inbox, query));
  return query.after === undefined ? messages.at(-1) : messages[0];
}

/** The next message that matches; undefined on timeout or abort. */
function nextMessage(
  inbox: Inbox,
  query: Query,
  timeout: number,
  closing: AbortSignal,
): Promise<InboxMessage | undefined> {
  if (closing.aborted) return Promise.resolve(undefined);
  const matches = matcher(inbox, query);
  return new Promise((resolve) => {
    const end = (message?: InboxMessage): void => {
      clearTimeout(timer);
      unsubscribe();
      closing.removeEventListener('abort', abort);
      resolve(message);
    };
    const abort = (): void => end();
    const timer = setTimeout(abort, timeout);
    const unsubscribe = inbox.subscribe((event) => {
      if (event.type === 'added' && matches(event.message)) end(event.message);
    });
    closing.addEventListener('abort', abort);
  });
}

function matcher(
  inbox: Inbox,
  { to, text, search, after, since, withCode }: Query,
): (message: InboxMessage) => boolean {
  const matchesSearch = inbox.matcher(search ?? '');
  return (message) =>
    message.kind === 'send' &&
    message.status === 'accepted' &&
    // One to a group has none.
    message.to.length > 0 &&
    (after === undefined || message.id > after) &&
    (since === undefined || Date.parse(message.at) >= since.getTime()) &&
    (withCode !== true || message.otp !== null) &&
    (to === undefined || message.to.includes(normaliseNumber(to))) &&
    // Not test, because a RegExp with the g flag continues where the last match ended.
    (text === undefined || message.text.search(text) !== -1) &&
    matchesSearch(message);
}

/** Returns the timeout of a valid query. An unknown key would be a condition that always holds. */
function checkQuery(caller: string, query: WaitFor): number {
  const { data, error } = querySchema.safeParse(asObject(query));
  if (data) return data.timeout;
  const problems = problemsIn(error, { whole: 'The query', knownShape: querySchema.shape }).join(
    ' ',
  );
  throw new GatewaySimulatorError('options', `${caller}: ${problems}`);
}

function describeTimeout(inbox: Inbox, query: Query, timeout: number): GatewaySimulatorError {
  const { to, text, search, after, since, withCode } = query;
  const wantedParts = [
    withCode === true ? 'one-time password' : 'message',
    to !== undefined && `to ${maskNumber(normaliseNumber(to))}`,
    text !== undefined && `with a text like ${maskDigits(String(text))}`,
    search !== undefined && 'that matches the search',
    after !== undefined && `after ${after}`,
    since !== undefined && `since ${since.toISOString()}`,
  ].filter((part) => part !== false);
  const later = ({ id, at }: InboxMessage) =>
    (after === undefined || id > after) &&
    (since === undefined || Date.parse(at) >= since.getTime());
  const laterMessages = inbox.list('accepted').filter(later).map(describeMessage);
  const refused = inbox.list('refused').filter(later).map(describeRefused);
  const sentences = [
    `No ${wantedParts.join(' ')} came within ${timeout} ms.`,
    laterMessages.length > 0
      ? `These came instead: ${tail(laterMessages)}.`
      : 'No other message came either.',
    refused.length > 0 && `Refused or lost: ${tail(refused)}.`,
  ].filter((sentence) => sentence !== false);
  if (withCode !== true || findMessage(inbox, { ...query, withCode: false }) === undefined) {
    return new GatewaySimulatorError('timeout', sentences.join(' '));
  }
  sentences.push('A matching message came, but no one-time password was found in its text.');
  return new GatewaySimulatorError('no-code', sentences.join(' '));
}

function describeMessage({ id, to }: InboxMessage): string {
  return `${id} to ${to.map(maskNumber).join(', ') || 'no known number'}`;
}

function describeRefused({ id, fault, refusal }: InboxMessage): string {
  if (fault !== null) return `${id} by the fault ${fault}`;
  return `${id} with code ${refusal?.statusCode || 'unknown'}`;
}

function tail(items: readonly string[]): string {
  const shownItems = items.slice(-5).join('; ');
  return items.length > 5 ? `${items.length} in all, the last ones ${shownItems}` : shownItems;
}
