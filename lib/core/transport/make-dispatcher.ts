import { hasMethods, memberOf } from '../common/members.js';
import { SmsConfigurationError } from '../errors/index.js';
import type { DispatchSource } from './exchange.js';
import { dispatcherProblem, type MakeDispatcher } from './judge-dispatcher.js';
import type { Undici } from './load-undici.js';

/** Credentials in a URL, for example those of a proxy. */
const USER_INFO = /\/\/[^\s/]*@/g;

/**
 * Creates the dispatcher of an account.
 *
 * @throws SmsConfigurationError with the error that the user's function threw, or if it returned anything but a
 *   usable dispatcher
 */
export function makeDispatcher(make: MakeDispatcher, undici: Undici): DispatchSource['dispatcher'] {
  let made: DispatchSource['dispatcher'];
  try {
    made = make(undici);
  } catch (error) {
    const words = String(memberOf(error, 'message') ?? error).replaceAll(USER_INFO, '//***@');
    throw new SmsConfigurationError(
      `The function in the option dispatcher threw an error, so nothing was sent. Fix the function. (${words})`,
    );
  }
  const problem = dispatcherProblem(made);
  if (problem === undefined) return made;
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
