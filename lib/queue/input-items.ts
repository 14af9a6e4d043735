import { SmsGuardError, type SmsMessageError } from '../errors/index.js';
import { asMessageError } from '../message/message-issues.js';
import { isSource, type Source } from '../run/input.js';
import { problem } from './add-options.js';
import type { QueueAccount } from './queue-account.js';
import type { QueueItem } from './queue-run.js';

/** Checks each input of a run. */
export async function* checkedItems<I, T>(
  inputs: Source<I>,
  check: (input: I, index: number) => T,
): AsyncGenerator<QueueItem<T>, void, undefined> {
  if (!isSource(inputs)) throw notIterable('messages', 'messages');
  let index = 0;
  for await (const input of inputs) {
    yield itemOf(index, () => check(input, index));
    index += 1;
  }
}

/** Collects numbers into batches, each number once in its batch. */
export async function* batchItems<T>(
  recipients: Source<string>,
  size: number,
  account: Pick<QueueAccount, 'readRecipient' | 'checkRecipient'>,
  make: (batch: readonly string[], index: number) => T,
): AsyncGenerator<QueueItem<T>, void, undefined> {
  if (!isSource(recipients)) throw notIterable('recipients', 'strings');
  let batch = new Set<string>();
  let first = 0;
  let index = 0;
  for await (const recipient of recipients) {
    const item = itemOf(index, () => {
      const number = account.readRecipient(recipient);
      if (typeof number !== 'string') throw problem('to', number.issue);
      account.checkRecipient(number);
      return number;
    });
    if ('error' in item) yield item;
    else {
      if (batch.size === 0) first = index;
      batch.add(item.value);
    }
    if (batch.size >= size) {
      const [full, at] = [[...batch], first];
      batch = new Set();
      yield itemOf(at, () => make(full, at));
    }
    index += 1;
  }
  if (batch.size > 0) yield itemOf(first, () => make([...batch], first));
}

/** An item with what `make` gives, or with what is wrong. */
function itemOf<T>(index: number, make: () => T): QueueItem<T> {
  try {
    return { index, value: make() };
  } catch (error) {
    const isRefused = error instanceof SmsGuardError;
    return { index, error: isRefused ? error : asMessageError(error, 'message') };
  }
}

function notIterable(path: string, of: string): SmsMessageError {
  return problem(path, `must be an array, or another iterable, of ${of}`);
}
