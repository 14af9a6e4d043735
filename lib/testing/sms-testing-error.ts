/**
 * What the testing kit throws at a test: an expectation that does not hold, or a wrong use of the
 * kit. Numbers in its text are masked, and it holds no text of a message.
 */
export class SmsTestingError extends Error {
  override readonly name = 'SmsTestingError';

  /**
   * @param caller the function that the test called: the stack begins at the test's own line, which
   * is the one that test runners show
   */
  constructor(message: string, caller?: Function) {
    super(message);
    Error.captureStackTrace(this, caller ?? SmsTestingError);
  }
}
