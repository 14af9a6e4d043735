/**
 * Thrown by the testing kit: an expectation failed, or the kit was misused. Its message shows the
 * numbers and texts of the test.
 */
export class SmsTestingError extends Error {
  override readonly name = 'SmsTestingError';

  /**
   * @param caller the function that the test called: the stack then starts at the test's own line,
   * which test runners show
   */
  constructor(message: string, caller?: Function) {
    super(message);
    Error.captureStackTrace(this, caller ?? SmsTestingError);
  }
}

/** The error for a method of the kit that was called with something invalid. */
export function invalidCall(caller: Function, problem: string): SmsTestingError {
  return new SmsTestingError(`${caller.name}: ${problem}.`, caller);
}
