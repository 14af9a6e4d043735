/**
 * Thrown by the testing kit: an expectation failed, or the kit was misused. Numbers in its message are
 * masked, and it holds no text of an SMS.
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
