import { createHmac } from 'node:crypto';
import { maskNumber } from '../common/mask.js';
import type { Sealer } from '../records/sealer.js';
import type { ReportStore } from '../reports/report-store.js';
import type { SmsReport } from '../reports/sms-report.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { type Delivery, deliveryOf, factOf, withReports } from './delivery-facts.js';
import { PATIENCE_WITH_MANY, type QueueConnection } from './queue-connection.js';
import type { SmsQueueDelivery, SmsQueueOutcome, SmsQueueReport } from './sms-queue.js';
import { openMessage, type SmsJob } from './stored-job.js';

/** How many records are read or changed at once. */
const AT_ONCE = 10;
/** How often a record that others keep changing is read again. */
const READS = 1000;
/** Reports are kept for at least so long, in ms: a report may come days after the send. */
const LEAST_KEPT = 72 * 3_600_000;

/** Of an unknown batch, the reports for so many numbers are shown, and so many reports in all. */
const MOST_NUMBERS = 100;
const MOST_SHOWN = 20;

/**
 * Stores what reports say, and finds what they say of a message. There is a record for each reported transaction
 * and number, from which deliveries are read, and one for each number with its last transactions, for messages
 * whose transaction is not known. Records are replaced only if they have not changed since they were read.
 */
export class QueueReports implements ReportStore {
  private readonly kept: number;
  /** The key of the hashes. */
  private readonly secret: string;

  constructor(
    private readonly connection: QueueConnection,
    private readonly sealer: Sealer,
    { keyTtl, encryptionKeys }: Pick<CheckedQueueOptions, 'keyTtl' | 'encryptionKeys'>,
  ) {
    this.kept = Math.max(keyTtl, LEAST_KEPT);
    this.secret = encryptionKeys?.[0] ?? '';
  }

  /** Stores the reports of one request, or rejects. Storing a report again changes nothing. */
  async keep(reports: readonly SmsReport[]): Promise<void> {
    const usable = reports.filter(({ transactionId }) => transactionId !== undefined);
    const changes: (() => Promise<void>)[] = [];
    for (const [number, ofNumber] of groupedBy(usable, numbersOf)) {
      changes.push(() =>
        this.change<readonly SmsQueueReport[]>(this.keyOf('number', number), (known = []) =>
          withReports(known, ofNumber),
        ),
      );
      for (const [id, said] of groupedBy(ofNumber, idsOf)) {
        changes.push(() =>
          this.change<Delivery>(this.keyOf('delivery', number, id), (known) =>
            deliveryOf([...(known ? [known] : []), ...said.map(factOf)]),
          ),
        );
      }
    }
    await this.connection.run(() => each(changes, (change) => change()), PATIENCE_WITH_MANY);
  }

  /** What happened to a message for each of its numbers, according to the reports of its transaction. */
  async deliveries(job: SmsJob, { transactionId }: SmsQueueOutcome): Promise<SmsQueueDelivery[]> {
    const message = transactionId === undefined ? undefined : this.messageOf(job);
    if (!message || transactionId === undefined) return [];
    const { dltTemplateId } = message.values;
    const found = await each(message.recipients, async (number) => {
      const delivery = await this.read<Delivery>(this.keyOf('delivery', number, transactionId));
      if (!delivery) return [];
      const used = delivery.state === 'failed' && dltTemplateId !== undefined;
      return [{ recipient: maskNumber(number), ...delivery, ...(used && { dltTemplateId }) }];
    });
    return found.flat();
  }

  /** The newest reports for the numbers of a message that came since it was added, by transaction and state. */
  async about(job: SmsJob): Promise<readonly SmsQueueReport[]> {
    const numbers = this.messageOf(job)?.recipients.slice(0, MOST_NUMBERS) ?? [];
    const known = await each(numbers, (number) =>
      this.read<readonly SmsQueueReport[]>(this.keyOf('number', number)),
    );
    const found = known
      .flatMap((reports) => reports ?? [])
      .filter(({ at }) => at >= job.timestamp)
      .toSorted((one, other) => other.at - one.at);
    // The numbers of a batch have the same transaction.
    const different = new Map<string, SmsQueueReport>();
    for (const one of found) {
      const key = `${one.transactionId} ${one.state}`;
      if (!different.has(key)) different.set(key, one);
    }
    return [...different.values()].slice(0, MOST_SHOWN);
  }

  private messageOf({ id = '', data }: SmsJob) {
    return openMessage(this.sealer, id, data);
  }

  private keyOf(kind: 'number' | 'delivery', ...parts: readonly string[]): string {
    const hash = createHmac('sha256', this.secret).update([kind, ...parts].join(' '));
    return `${this.connection.queueName}:${kind}:${hash.digest('base64url')}`;
  }

  private async read<T>(key: string): Promise<T | undefined> {
    const { store } = await this.connection.opened;
    return parsed<T>((await store.records.read(key)).value);
  }

  private async change<T>(key: string, decide: (known: T | undefined) => T | undefined) {
    const { records } = (await this.connection.opened).store;
    // Most records are new, so the first try does not read.
    let before: string | undefined;
    for (let left = READS; left > 0; left -= 1) {
      const after = JSON.stringify(decide(parsed<T>(before)));
      if (after === before || (await records.swap(key, before, after, this.kept))) return;
      before = (await records.read(key)).value;
    }
    throw new Error(`A record of reports was changed by others ${READS} times`);
  }
}

function idsOf({ transactionId }: SmsReport): readonly string[] {
  return transactionId === undefined ? [] : [transactionId];
}

/** The numbers that a report may be of. */
function numbersOf({ recipient, otherRecipient }: SmsReport): readonly string[] {
  return otherRecipient === undefined ? [recipient] : [recipient, otherRecipient];
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

/** Works on some items at once, and returns the results in their order. */
async function each<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return results;
}
