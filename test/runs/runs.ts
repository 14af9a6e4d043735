import { setImmediate } from 'node:timers/promises';
import type { CheckedMessage } from '../../lib/core/message/checked-message.js';
import { estimateSegments } from '../../lib/core/message/segments.js';
import type { SmsMessage, SmsOutcome, SmsRun } from '../../lib/index.js';

/** A different number for each position. */
export function numberAt(index: number): string {
  return `9190${String(index).padStart(8, '0')}`;
}

/** A message that is known by its position. */
export function messageAt(index: number): SmsMessage {
  return { to: numberAt(index), text: `message ${index}` };
}

/** A message that was checked. */
export const CHECKED: CheckedMessage = {
  text: 'hi',
  values: {},
  duplicateCheck: false,
  fields: {},
  segments: estimateSegments('hi'),
  recipients: [numberAt(0)],
};

/** This many items, each made when it is asked for. */
export function* counted<T>(count: number, make: (index: number) => T): Generator<T, void> {
  for (let index = 0; index < count; index += 1) yield make(index);
}

/** The same, from an async source. */
export async function* countedLater<T>(
  count: number,
  make: (index: number) => T,
): AsyncGenerator<T, void> {
  for (let index = 0; index < count; index += 1) {
    await setImmediate();
    yield make(index);
  }
}

/** Lets everything happen that waits for nothing but promises. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

/** Every outcome of a run. */
export async function outcomesOf(run: SmsRun): Promise<SmsOutcome[]> {
  const outcomes: SmsOutcome[] = [];
  for await (const outcome of run) outcomes.push(outcome);
  return outcomes;
}

/** The error that something ends with. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}
