import { SmsGuardError, type SmsGatewayError } from '../../errors/index.js';
import { asMessageError } from '../../message/message-issues.js';
import { checkSource, type Source } from '../../runs/input.js';
import type { Addition } from './add-jobs.js';
import { problem } from '../problem.js';
import type { QueueAccount } from '../queue-account.js';

/** An item of the input: something to add, or what is wrong with it. */
export type QueueItem =
  | { readonly index: number; readonly addition: Addition }
  | { readonly index: number; readonly error: SmsGatewayError };

export async function* checkedItems<I>(
  inputs: Source<I>,
  check: (input: I, index: number) => Addition,
): AsyncGenerator<QueueItem, void, undefined> {
  checkSource(inputs, 'messages', 'messages');
  let index = 0;
  for await (const input of inputs) {
    yield itemOf(index, () => check(input, index));
    index += 1;
  }
}

/** Collects numbers into batches, each number once in its batch. */
export async function* batchItems(
  recipients: Source<string>,
  size: number,
  account: Pick<QueueAccount, 'readRecipient' | 'checkRecipient'>,
  make: (batch: readonly string[], index: number) => Addition,
): AsyncGenerator<QueueItem, void, undefined> {
  checkSource(recipients, 'recipients', 'strings');
  let batch = new Set<string>();
  let first = 0;
  let index = 0;
  for await (const recipient of recipients) {
    try {
      const number = account.readRecipient(recipient);
      if (typeof number !== 'string') throw problem('to', number.issue);
      account.checkRecipient(number);
      if (batch.size === 0) first = index;
      batch.add(number);
    } catch (error) {
      yield { index, error: asItemError(error) };
    }
    if (batch.size >= size) {
      const full = [...batch];
      batch = new Set();
      yield itemOf(first, () => make(full, first));
    }
    index += 1;
  }
  if (batch.size > 0) yield itemOf(first, () => make([...batch], first));
}

function itemOf(index: number, make: () => Addition): QueueItem {
  try {
    return { index, addition: make() };
  } catch (error) {
    return { index, error: asItemError(error) };
  }
}

function asItemError(error: unknown): SmsGatewayError {
  return error instanceof SmsGuardError ? error : asMessageError(error, 'message');
}
