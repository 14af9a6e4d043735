/** The sender of a simulator that allows all of them. */
const DEMO_SENDER = 'DEMO';

/** The senders that can be shown as examples: the allowed ones, or one if all are. */
export function exampleSenders(senderIds: readonly string[] | undefined): readonly string[] {
  return senderIds ?? [DEMO_SENDER];
}
