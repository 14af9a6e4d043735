/** What a call throws; fails if it throws nothing. */
export function caught(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('Nothing was thrown.');
}

/** What a promise rejects with; fails if it does not. */
export async function caughtFrom(promise: Promise<unknown>): Promise<Error> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error('Nothing was thrown.');
}
