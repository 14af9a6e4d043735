import type { InboxMessage } from '../state/api.js';

const WAYS: Readonly<Record<NonNullable<InboxMessage['auth']>, string>> = {
  token: 'with a token',
  password: 'with a password',
  apiKey: 'with a key',
};

/** How a request authenticated; undefined if its credentials were not checked. */
export function wayOf({
  auth,
  encoding,
  fault,
  kind,
  refusal,
}: Pick<InboxMessage, 'auth' | 'encoding' | 'fault' | 'kind' | 'refusal'>): string | undefined {
  if (auth !== null) return WAYS[auth];
  // A fault that comes before the checks refuses without a code, or with the one that it was given.
  const isStopped = fault === 'refuse' || (fault !== null && refusal?.statusCode === '');
  const isChecked = kind !== 'other' && encoding !== 'unreadable' && !isStopped;
  return isChecked ? 'without valid credentials' : undefined;
}
