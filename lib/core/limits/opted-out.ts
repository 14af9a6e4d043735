import { memberOf } from '../common/members.js';
import { within } from '../common/promises.js';
import { nameOfError } from '../common/value-checks.js';
import { SmsGuardError } from '../errors/index.js';
import { endFault, type LogFault } from '../logging/log-fault.js';
import type { ReadRecipient } from '../message/checked-message.js';
import type { SmsOptedOut, SmsOptedOutAbout } from './sms-opted-out.js';

/** How long the app may take to answer, in ms. */
const PATIENCE = 5000;

/** What the log calls the function. */
const NAME = 'guard.optedOut';

/** Who has opted out; or why that is not known. */
type Answer = ReadonlySet<string> | SmsGuardError;

/** What was answered about some numbers. */
interface Answered {
  readonly askedNumbers: ReadonlySet<string>;
  readonly answer: Promise<Answer>;
}

// By the send or the batch, and by the function, so that the accounts of a failover share their answers.
const answers = new WeakMap<object, Map<SmsOptedOut, Answered>>();

/** What to ask the app about: some recipients of a send. */
export interface Question {
  readonly recipients: readonly string[];
  readonly about: SmsOptedOutAbout;
  /** The send, or the batch that it is a part of. The app is asked once for each. */
  readonly batch: object;
  readonly read: ReadRecipient;
  readonly fault: LogFault;
}

/** Asks the app once for a batch: its parts, retries and further accounts get the same answer. */
export function askOptedOut(optedOut: SmsOptedOut, question: Question): Promise<Answer> {
  const { batch, recipients } = question;
  const batchAnswers = answers.get(batch) ?? new Map<SmsOptedOut, Answered>();
  answers.set(batch, batchAnswers);
  const last = batchAnswers.get(optedOut);
  // After `forgetAnswers`, the first part of a batch asks about its own numbers only.
  if (last && recipients.every((number) => last.askedNumbers.has(number))) return last.answer;
  const answer = ask(optedOut, question);
  batchAnswers.set(optedOut, { askedNumbers: new Set(recipients), answer });
  return answer;
}

/** Makes a batch that waited for a long time ask the app again. */
export function forgetAnswers(batch: object): void {
  answers.delete(batch);
}

async function ask(optedOut: SmsOptedOut, question: Question): Promise<Answer> {
  const { about, fault, read, recipients } = question;
  try {
    // Copies, which the app may change.
    const asking = (async () => ({ given: await optedOut([...recipients], { ...about }) }))();
    const answer = await within(PATIENCE, asking);
    if (!answer) return unknown('did not answer within 5 s');
    endFault(optedOut, NAME);
    const { given: appAnswer } = answer;
    if (
      typeof appAnswer !== 'object' ||
      typeof memberOf(appAnswer, Symbol.iterator) !== 'function'
    ) {
      return unknown('gave no list of numbers');
    }
    const refused = new Set<string>();
    for (const [index, value] of [...appAnswer].entries()) {
      const number = read(value);
      if (typeof number !== 'string') {
        return unknown(`gave something at [${index}] that is not a number (it ${number.issue})`);
      }
      refused.add(number);
    }
    return refused;
  } catch (error) {
    // The text of the error may contain numbers.
    fault(optedOut, NAME, error);
    return unknown(`failed (${nameOfError(error)}; its message is in the log)`);
  }
}

function unknown(what: string): SmsGuardError {
  const message = `guard.optedOut ${what}, so it is not known who has opted out. Nothing was sent. Send it again once guard.optedOut works.`;
  return new SmsGuardError('opt-out-unknown', message);
}
