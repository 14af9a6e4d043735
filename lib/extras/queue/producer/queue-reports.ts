import { createHmac } from 'node:crypto';
import { maskNumber } from '../../../core/common/mask.js';
import { dropTrunkPrefix } from '../../../core/message/calling-code.js';
import { changeRecord } from '../../records/change-record.js';
import type { Cipher } from '../../records/cipher.js';
import type { ReportKeeper } from '../../reports/report-keeper.js';
import type { SmsReport } from '../../reports/sms-report.js';
import type { CheckedQueueOptions } from '../check-queue-options.js';
import { Batches } from '../store/batches.js';
import { type Delivery, deliveryAfter, factOf, withReports } from './delivery-facts.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from '../queue-connection.js';
import type { QueueRecords } from '../store/queue-records.js';
import type { SmsQueueDelivery, SmsQueueReport } from '../sms-queue.js';
import type { StoredMessage } from '../store/message-store.js';
import { tryReadMessage } from '../store/stored-message.js';

/** The shortest time that reports are kept, in ms: a report may come days after the send. */
const LEAST_KEPT = 72 * 3_600_000;

/** For how many numbers of an unknown batch reports are shown. */
const MOST_NUMBERS = 100;
/** How many reports of an unknown message are shown. */
const MOST_SHOWN = 20;

/** The most reports of several requests that are stored together. */
const MOST_AT_ONCE = 500;

type Kind = 'number' | 'delivery';

/** Computes the new text of a record from the old one. */
type Change = (text: string | undefined) => string;

/**
 * Stores delivery reports, and finds those of a message. There is a record for each reported transaction
 * and number, from which deliveries are read, and one for each number with its last transactions, for messages
 * whose transaction is not known. Records are replaced only if they have not changed since they were read.
 */
export class QueueReports implements ReportKeeper {
  private readonly ttl: number;
  private readonly batches = new Batches<SmsReport>(MOST_AT_ONCE, (reports) => this.store(reports));
  /** The keys of the hashes. The first one is used; `erase` uses all, also that of a queue without keys. */
  private readonly secrets: readonly string[];

  constructor(
    private readonly connection: QueueConnection,
    private readonly cipher: Cipher,
    { keyTtl, encryptionKeys = [] }: Pick<CheckedQueueOptions, 'keyTtl' | 'encryptionKeys'>,
  ) {
    this.ttl = Math.max(keyTtl, LEAST_KEPT);
    this.secrets = [...encryptionKeys, ''];
  }

  /** Stores the reports of one request, or rejects. Storing a report again changes nothing. */
  keep(reports: readonly SmsReport[]): Promise<void> {
    return this.batches.add(reports);
  }

  private async store(reports: readonly SmsReport[]): Promise<void> {
    const changes = new Map<string, Change>();
    for (const [number, ofNumber] of groupedBy(reports, numbersOf)) {
      changes.set(this.keyOf('number', [number]), (text) =>
        JSON.stringify(withReports(parsed<readonly SmsQueueReport[]>(text) ?? [], ofNumber)),
      );
      const byTransaction = groupedBy(ofNumber, ({ transactionId = '' }) => [transactionId]);
      for (const [id, idReports] of byTransaction) {
        changes.set(this.keyOf('delivery', [number, id]), (text) =>
          JSON.stringify(idReports.map(factOf).reduce(deliveryAfter, parsed<Delivery>(text))),
        );
      }
    }
    await this.connection.run(({ records }) => this.change(records, changes), PATIENCE_WITH_MANY);
  }

  /** What happened to a message for each of its numbers, according to the reports of its transaction. */
  async deliveries(stored: StoredMessage): Promise<SmsQueueDelivery[]> {
    const transactionId = stored.outcome?.transactionId;
    const message = tryReadMessage(this.cipher, stored);
    if (!message || transactionId === undefined) return [];
    const { dltTemplateId } = message.values;
    const keyOf = (number: string) => this.keyOf('delivery', [number, transactionId]);
    const deliveries = await this.read<Delivery>(message.recipients.map(keyOf));
    return message.recipients.flatMap((number, at) => {
      const delivery = deliveries[at];
      if (!delivery) return [];
      const isNamed = delivery.state === 'failed' && dltTemplateId !== undefined;
      return [{ recipient: maskNumber(number), ...delivery, ...(isNamed && { dltTemplateId }) }];
    });
  }

  /** The newest reports for the numbers of a message that came since it was added, by transaction and state. */
  async about(stored: StoredMessage): Promise<readonly SmsQueueReport[]> {
    const numbers = tryReadMessage(this.cipher, stored)?.recipients.slice(0, MOST_NUMBERS) ?? [];
    const keys = numbers.map((number) => this.keyOf('number', [number]));
    const recordedReports = await this.read<readonly SmsQueueReport[]>(keys);
    const recentReports = recordedReports
      .flatMap((reports) => reports ?? [])
      .filter(({ at }) => at >= stored.addedAt)
      .toSorted((one, next) => one.at - next.at);
    // The numbers of a batch have the same transaction. The newest report of each state stays.
    const states = new Map(recentReports.map((one) => [`${one.transactionId} ${one.state}`, one]));
    return [...states.values()].toSorted((one, next) => next.at - one.at).slice(0, MOST_SHOWN);
  }

  /**
   * Erases what is known of a number, under every key: its own record, and those of the transactions that it
   * names and of another one.
   */
  async erase(number: string, transactionId?: string): Promise<void> {
    const { records } = await this.connection.opened;
    const keysOf = (kind: Kind, ...parts: readonly string[]) =>
      this.secrets.map((secret) => this.keyOf(kind, parts, secret));
    const ofNumber = keysOf('number', number);
    const reports = await this.read<readonly SmsQueueReport[]>(ofNumber);
    const ids = new Set(
      reports.flatMap((numberReports) => numberReports ?? []).map((report) => report.transactionId),
    );
    if (transactionId !== undefined) ids.add(transactionId);
    const ofDeliveries = [...ids].flatMap((id) => keysOf('delivery', number, id));
    await records.remove([...ofNumber, ...ofDeliveries]);
  }

  private keyOf(kind: Kind, parts: readonly string[], secret = this.secrets[0] ?? ''): string {
    const hash = createHmac('sha256', secret).update([kind, ...parts].join(' '));
    return `${this.connection.queueName}:${kind}:${hash.digest('base64url')}`;
  }

  /** What is stored, in the order of the keys. */
  private async read<T>(keys: readonly string[]): Promise<readonly (T | undefined)[]> {
    const { records } = await this.connection.opened;
    const texts = await records.read(keys);
    return keys.map((key) => parsed<T>(texts.get(key)));
  }

  private async change(records: QueueRecords, changes: ReadonlyMap<string, Change>): Promise<void> {
    const pending = new Map(changes);
    await changeRecord(async () => {
      const texts = await records.read([...pending.keys()]);
      const swaps = [...pending].flatMap(([key, change]) => {
        const before = texts.get(key);
        const after = change(before);
        return after === before ? [] : [{ key, before, after }];
      });
      if (swaps.length === 0) return true;
      const swapped = await records.swap(swaps, this.ttl);
      // Another process was faster with the others.
      for (const key of swapped) pending.delete(key);
      return swapped.size === swaps.length || undefined;
    });
  }
}

/** The numbers that a report may be about. A report without a transaction is not kept. */
function numbersOf({ transactionId, recipient, otherRecipient }: SmsReport): readonly string[] {
  if (transactionId === undefined) return [];
  return [...new Set([recipient, otherRecipient ?? recipient].map(dropTrunkPrefix))];
}

function groupedBy(
  reports: readonly SmsReport[],
  keysOf: (report: SmsReport) => readonly string[],
) {
  const groups = new Map<string, SmsReport[]>();
  for (const report of reports) {
    for (const key of keysOf(report)) {
      const group = groups.get(key);
      if (group) group.push(report);
      else groups.set(key, [report]);
    }
  }
  return groups;
}

function parsed<T>(text: string | undefined): T | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}
