import { hasMethods } from '../common/members.js';
import { SmsConfigurationError } from '../errors/index.js';
import type { DispatchSource } from './exchange.js';
import { dispatcherProblem, type MakeDispatcher } from './judge-dispatcher.js';
import type { Undici } from './load-undici.js';

/** Logs what the function threw, and returns what it says, masked. */
export type OnFault = (make: MakeDispatcher, what: string, error: unknown) => string;

/** What the log calls the function. */
const NAME = 'The function in the option dispatcher';

/**
 * Creates the dispatcher of an account.
 *
 * @throws SmsConfigurationError with the error that the user's function threw, or if it returned anything but a
 *   usable dispatcher
 */
export function makeDispatcher(
  make: MakeDispatcher,
  undici: Undici,
  fault: OnFault,
): DispatchSource['dispatcher'] {
  let dispatcher: DispatchSource['dispatcher'];
  try {
    dispatcher = make(undici);
  } catch (error) {
    throw new SmsConfigurationError(
      `${NAME} threw an error, so nothing was sent. Fix the function. (${fault(make, NAME, error)})`,
    );
  }
  const problem = dispatcherProblem(dispatcher);
  if (problem === undefined) return dispatcher;
  throw new SmsConfigurationError(
    `The return value of the option dispatcher ${problem}. Nothing was sent.`,
  );
}

/** Ends the connections of a dispatcher, if it can. */
export async function endDispatcher(dispatcher: DispatchSource['dispatcher']): Promise<void> {
  if (!hasMethods<{ destroy(): unknown }>(dispatcher, 'destroy')) return;
  try {
    await dispatcher.destroy();
  } catch {
    // It was ended before.
  }
}
