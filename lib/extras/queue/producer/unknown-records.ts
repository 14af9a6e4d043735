import { maskNumber } from '../../../core/common/mask.js';
import { type LookupOptions, readLookupOptions } from '../../../core/options/call-options.js';
import type { Cipher } from '../../records/cipher.js';
import type { ReportFinder } from '../../reports/report-keeper.js';
import type { SmsReport } from '../../reports/sms-report.js';
import { findMessage, notUnknown } from '../store/message-state.js';
import { tryReadMessage } from '../store/stored-message.js';
import { problem } from '../problem.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { SmsQueueRecord, SmsQueueRecords, SmsQueueUnknown } from '../sms-queue.js';
import { decryptReason } from '../store/encrypted-reason.js';
import type { QueueReports } from './queue-reports.js';

/** How far the gateway's clock may be off, in ms. */
const GRACE = 15 * 60_000;

/** Reads the messages whose outcome is unknown, with what their reports say, if reports are kept. */
export async function* unknownMessages(
  connection: QueueConnection,
  cipher: Cipher,
  reportStore: QueueReports | false,
): AsyncGenerator<SmsQueueUnknown, void, undefined> {
  // All ids are read first, because settled messages leave this set.
  const ids = await connection.run((store) => store.unknownIds(), PATIENCE_WITH_MANY);
  for (const id of ids) {
    const message = await connection.run((store) => findMessage(store, id));
    if (message?.outcome?.status !== 'unknown') continue;
    const outcome = decryptReason(cipher, id, message.outcome);
    const recipients = tryReadMessage(cipher, message)?.recipients.map(maskNumber) ?? [];
    const reports = reportStore && (await connection.run(() => reportStore.about(message)));
    yield { id, outcome, recipients, addedAt: message.addedAt, ...(reports && { reports }) };
  }
}

/**
 * Asks the gateway what it recorded for an unknown message.
 *
 * @param findersOf where to ask: of an account or, if not all are known, of each of the queue's accounts
 */
export async function findRecords(
  connection: QueueConnection,
  cipher: Cipher,
  findersOf: (account: string | undefined) => readonly ReportFinder[],
  id: string,
  options: LookupOptions,
): Promise<SmsQueueRecords> {
  const { signal } = readLookupOptions(options);
  const stored = await connection.run((store) => findMessage(store, id));
  if (stored?.outcome?.status !== 'unknown') throw notUnknown(stored);
  const { addedAt: from, maybeSent, outcome } = stored;
  const message = tryReadMessage(cipher, stored);
  if (!message) throw problem('id', 'is a message that was erased, or that no key decrypts');
  const { recipients, text } = message;
  const last = recipients.length - 1;
  // One request was one transaction, so a record of one number speaks for the batch.
  const sample = [...new Set([0, Math.ceil(last / 2), last])].flatMap((at) => recipients[at] ?? []);
  const to = Math.max(from, outcome.at);
  const records: SmsQueueRecord[] = [];
  // The outcome names the account of the last attempt only.
  for (const finder of findersOf(maybeSent ? undefined : outcome.account)) {
    for (const number of sample) {
      const listed = await finder.find({ recipient: `+${number}`, from, to }, { signal });
      const near = listed.filter((report) => isNear(report, from, to));
      records.push(...near.map((report) => recordOf(report, number, text)));
    }
  }
  return { asked: sample.length, found: records };
}

/** Whether a report can be about a message of this time. An unknown time excludes nothing. */
function isNear({ at, submittedAt }: SmsReport, from: number, to: number): boolean {
  // Delivery can take days.
  const isLate = submittedAt !== undefined && submittedAt > to + GRACE;
  return !isLate && (submittedAt ?? at ?? from) >= from - GRACE;
}

function recordOf(report: SmsReport, number: string, text: string): SmsQueueRecord {
  const { state, at, submittedAt, time, transactionId, messageId } = report;
  // Ids that repeat the number are left out.
  const isPlain = (words = '') => !words.replaceAll(/\D/g, '').includes(number.slice(-8));
  return {
    recipient: maskNumber(number),
    state,
    ...(at !== undefined && { at }),
    ...(submittedAt !== undefined && { submittedAt }),
    ...(time !== undefined && isPlain(time) && { time }),
    ...(report.text !== undefined && { sameText: isSameText(report.text, text) }),
    ...(transactionId !== undefined && isPlain(transactionId) && { transactionId }),
    ...(messageId !== undefined && isPlain(messageId) && { messageId }),
  };
}

/** Whether a gateway's text is ours, or ours and more: hosts append a line. */
function isSameText(theirs: string, ours: string): boolean {
  return `${withOneSpace(theirs)} `.startsWith(`${withOneSpace(ours)} `);
}

function withOneSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
