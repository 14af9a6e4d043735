/**
 * The permission to begin a send. Its owner may withdraw it: a queue, for example, whose messages may be
 * cancelled while they wait for a login. A request that has begun goes on, but no other request follows.
 */
export class StartPermit {
  /** Whether a request of the send has begun. */
  hasBegun = false;
  /** Ends the send, unless its request has begun. Set by the send. */
  withdraw: () => void = () => undefined;

  /** @param isGiven called at the moment when a request would begin */
  constructor(readonly isGiven: () => boolean) {}
}
