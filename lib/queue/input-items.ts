import { SmsGuardError, SmsMessageError } from '../errors/index.js';
import { asMessageError } from '../message/message-issues.js';
import type { ReadRecipient } from '../message/recipients.js';
import { isSource, type Source } from '../run/input.js';
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

/** How an account checks numbers. */
interface NumberChecks {
  readonly readRecipient: ReadRecipient;
  /** @throws SmsGuardError */
  readonly checkRecipient: (number: string) => void;
}

/** Collects numbers into batches, each number once in its batch. */
export async function* batchItems(
  recipients: Source<string>,
  size: number,
  { readRecipient, checkRecipient }: NumberChecks,
): AsyncGenerator<QueueItem<readonly string[]>, void, undefined> {
  if (!isSource(recipients)) throw notIterable('recipients', 'strings');
  let batch = new Set<string>();
  let first = 0;
  let index = 0;
  for await (const recipient of recipients) {
    const item = itemOf(index, () => {
      const number = readRecipient(recipient);
      if (typeof number !== 'string') {
        throw new SmsMessageError([{ path: 'to', message: number.issue }]);
      }
      checkRecipient(number);
      return number;
    });
    if ('error' in item) yield item;
    else {
      if (batch.size === 0) first = index;
      batch.add(item.value);
    }
    if (batch.size >= size) {
      yield { index: first, value: [...batch] };
      batch = new Set();
    }
    index += 1;
  }
  if (batch.size > 0) yield { index: first, value: [...batch] };
}

/** An item with what `make` gives, or with what is wrong. */
export function itemOf<T>(index: number, make: () => T): QueueItem<T> {
  try {
    return { index, value: make() };
  } catch (error) {
    const isRefused = error instanceof SmsGuardError;
    return { index, error: isRefused ? error : asMessageError(error, 'message') };
  }
}

function notIterable(path: string, of: string): SmsMessageError {
  return new SmsMessageError([
    { path, message: `must be an array, or another iterable, of ${of}` },
  ]);
}
