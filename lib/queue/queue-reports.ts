import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { maskNumber } from '../common/mask.js';
import { SmsConfigurationError } from '../errors/index.js';
import { SafeLogger } from '../events/safe-logger.js';
import type { ReportStore } from '../reports/report-store.js';
import type { SmsReport } from '../reports/sms-report.js';
import type { CheckedQueueOptions } from './check-queue-options.js';
import { deliveryOf, factOf } from './delivery-facts.js';
import { type Evidence, judge, type Moment, type Send, unexplained } from './evidence.js';
import { changeJob } from './job-change.js';
import { lasting } from './lasting-backend.js';
import { failureOf } from './outcomes.js';
import type { QueueAccount } from './queue-account.js';
import { type OpenQueue, PATIENCE_WITH_MANY, type QueueConnection } from './queue-connection.js';
import type { Sealer } from '../records/sealer.js';
import type { SmsQueueDelivery, SmsQueueOutcome, SmsQueueUnknown } from './sms-queue.js';
import { isUnstarted, openMessage, sendOf, type SmsJob } from './stored-job.js';

/** How many numbers are processed at once. */
const AT_ONCE = 10;
/** How often a record that others keep changing is read again. */
const READS = 1000;
const LONGEST_PAUSE = 10;
/** How often a process checks the record of `since`, in ms. */
const MARK_EVERY = 1000;
/** Longer than any queue is used, in ms. */
const FOREVER = 100 * 366 * 86_400_000;

/**
 * Stores what reports say about the messages of a queue, and settles unknown messages where reports prove
 * what happened. The rules are in `evidence.ts`. If a step is lost, a later one makes up for it; until then,
 * the message stays unknown.
 */
export class QueueReports implements ReportStore {
  /** The options of the queue's own sends. */
  readonly own = new WeakSet<object>();

  private readonly logger = new SafeLogger('SmsQueue');
  private readonly rule: Omit<Moment, 'now' | 'since'>;
  /** The key of the hashes. */
  private readonly secret: string;
  /** The key of the record of `since`; see `Moment`. */
  private readonly sinceKey: string;
  /** Earlier records prove something only while this stays the same. */
  private readonly mode: string;
  /** The last change of each number in this process. The next one waits for it, to avoid conflicts. */
  private readonly turns = new Map<string, Promise<unknown>>();
  /** When to check the record of `since` again, by `performance.now()`. */
  private markedUntil = 0;
  /** Ends retries. */
  private readonly giveUp = new AbortController();

  constructor(
    private readonly connection: QueueConnection,
    private readonly sealer: Sealer,
    rule: NonNullable<CheckedQueueOptions['reports']>,
    { keyTtl, encryptionKeys }: CheckedQueueOptions,
  ) {
    this.rule = { ...rule, kept: keyTtl + 2 * rule.window };
    this.secret = encryptionKeys?.[0] ?? '';
    this.sinceKey = `${connection.queueName}:since`;
    this.mode = rule.exclusive ? this.keyOf(`${rule.window}`) : 'shared';
  }

  /**
   * Turns settling off when this process sends through the account without the queue.
   *
   * @throws SmsConfigurationError if other senders can use the account
   */
  watch(account: Pick<QueueAccount, 'notAlone' | 'onSend'>): void {
    const { name } = this.connection;
    if (!this.rule.exclusive) return;
    if (account.notAlone !== undefined) {
      throw new SmsConfigurationError(
        `SmsQueueModule cannot start the queue '${name}' because reports.exclusive cannot be combined with ${account.notAlone}: a report would not prove which send it belongs to. Remove one of them.`,
        name,
      );
    }
    account.onSend = (options) => {
      if (this.own.has(options)) return;
      lasting(() => this.turnOff(), this.giveUp.signal).catch(() => undefined);
    };
  }

  close(): void {
    this.giveUp.abort();
  }

  /** Records a send before it begins. From then on, reports about its numbers may belong to it. */
  async begin(job: SmsJob): Promise<void> {
    const numbers = this.numbersOf(job);
    const name = sendOf(job);
    const many = numbers.length > 1;
    await this.each(numbers, (number) =>
      this.change(this.keyOf(number), this.rule.kept, (before, at) => {
        const { sends, reports } = readEvidence(before);
        const others = sends.filter((each) => each.name !== name);
        return JSON.stringify({ sends: [...others, { name, at, many }], reports });
      }),
    );
  }

  /** Updates the records of a job that ended or was put back. If this fails, the next report or sweep makes up for it. */
  async review(job: SmsJob): Promise<void> {
    await this.each(this.numbersOf(job), (number) => this.update(number, [], job));
  }

  /** Reviews all unknown messages. */
  async sweep(): Promise<void> {
    if (!this.rule.exclusive) return;
    const { queue } = await this.connection.opened;
    const ids = await queue.getRanges(['failed'], 0, -1);
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const jobs = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => queue.getJob(id)));
      // A review that fails is repeated by the next sweep. It must not stop the others.
      await Promise.allSettled(jobs.map((job) => job && this.review(job)));
    }
  }

  /** Stores the reports of one request, or rejects. Storing a report again changes nothing. */
  async keep(reports: readonly SmsReport[]): Promise<void> {
    const usable = reports.filter(({ transactionId }) => transactionId !== undefined);
    const numbers = usable.map(({ recipient }) => recipient);
    const saidOf = (number: string) => usable.filter(({ recipient }) => recipient === number);
    const work = () => this.each(numbers, (number) => this.update(number, saidOf(number)));
    await this.connection.run(work, PATIENCE_WITH_MANY);
  }

  /** What happened to a message for each of its numbers, according to reports. */
  async deliveries(job: SmsJob, outcome: SmsQueueOutcome): Promise<SmsQueueDelivery[]> {
    const { transactionId = '', transactionIds = [transactionId] } = outcome;
    const message = openMessage(this.sealer, job.id ?? '', job.data);
    const dltTemplateId = message?.values.dltTemplateId;
    const found = (message?.recipients ?? []).map(async (number) => {
      const { reports } = await this.read(number);
      const said = reports.filter(({ id }) => transactionIds.includes(id));
      const delivery = deliveryOf(said.map((each) => each.delivery));
      // It is not known which transaction belongs to which message.
      const isCertain = said.every((each) => each.delivery.state === delivery?.state);
      if (!delivery || !isCertain || said.length < transactionIds.length) return [];
      const used = delivery.state === 'failed' && dltTemplateId !== undefined;
      return [{ recipient: maskNumber(number), ...delivery, ...(used && { dltTemplateId }) }];
    });
    return (await Promise.all(found)).flat();
  }

  /** How many reported transactions may belong to an unknown message, and how many sends they may belong to. */
  async evidenceOf(job: SmsJob): Promise<NonNullable<SmsQueueUnknown['reports']>> {
    const moment = await this.moment();
    const known = await Promise.all(this.numbersOf(job).map((number) => this.read(number)));
    const found = known.map((each) => unexplained(each, moment));
    const came = new Set(found.flatMap(({ orphans }) => orphans.map(({ id }) => id)));
    const of = new Set([sendOf(job), ...found.flatMap(({ open }) => open.map(({ name }) => name))]);
    return { came: came.size, of: of.size };
  }

  private numbersOf({ id = '', data }: Pick<SmsJob, 'id' | 'data'>): readonly string[] {
    return openMessage(this.sealer, id, data)?.recipients ?? [];
  }

  /** The key of the record of a number. */
  private keyOf(number: string): string {
    const hash = createHmac('sha256', this.secret).update(`number ${number}`).digest('base64url');
    return `${this.connection.queueName}:n:${hash}`;
  }

  private async read(number: string): Promise<Evidence> {
    const { store } = await this.connection.opened;
    return readEvidence((await store.records.read(this.keyOf(number))).value);
  }

  private async each(
    numbers: readonly string[],
    work: (number: string) => Promise<unknown>,
  ): Promise<void> {
    if (performance.now() >= this.markedUntil) await this.moment();
    for (let rest = [...new Set(numbers)]; rest.length > 0; rest = rest.slice(AT_ONCE)) {
      const some = rest.slice(0, AT_ONCE);
      await Promise.all(some.map((number) => this.inTurn(number, () => work(number))));
    }
  }

  private async inTurn(number: string, work: () => Promise<unknown>): Promise<void> {
    const done = (this.turns.get(number) ?? Promise.resolve()).then(work);
    const turn = done.catch(() => undefined);
    this.turns.set(number, turn);
    await turn;
    if (this.turns.get(number) === turn) this.turns.delete(number);
    await done;
  }

  /**
   * Updates the record of a number, adds reports to it, and settles what is proven.
   *
   * @param ended a job that has ended: if it is completed, it is not read again
   */
  private async update(number: string, said: readonly SmsReport[], ended?: SmsJob) {
    const found = await this.connection.opened;
    const { value } = await this.change(this.keyOf(number), this.rule.kept, async (before, now) => {
      const known = readEvidence(before);
      const reports = said.reduce((each, report) => withReport(each, report, now), known.reports);
      const sends = await Promise.all(known.sends.map((send) => followUp(found, send, ended)));
      const judgeSince = (since: number) => judge({ sends, reports }, { ...this.rule, now, since });
      let verdict = judgeSince(0);
      // A later `since` proves less. So if nothing is found with 0, the record of `since` need not be read.
      if (verdict.found) verdict = judgeSince((await this.moment()).since);
      if (verdict.found === 'foreign') await this.turnOff();
      return JSON.stringify(verdict.evidence);
    });
    for (const send of readEvidence(value).sends) await settle(found, send);
  }

  /**
   * Reads the record of `since`. If the key, the window or `exclusive` changes, earlier records prove nothing, so
   * a new window begins.
   */
  private async moment(): Promise<Moment> {
    const { now, value } = await this.change(this.sinceKey, FOREVER, (before, at) => {
      if (before?.startsWith(`${this.mode} `)) return before;
      return `${this.mode} ${before === undefined ? at : at + this.rule.window}`;
    });
    this.markedUntil = performance.now() + MARK_EVERY;
    return { ...this.rule, now, since: Number(value.split(' ')[1]) };
  }

  private async turnOff(): Promise<void> {
    const { window } = this.rule;
    let wasOn = false;
    await this.change(this.sinceKey, FOREVER, (before = ' 0', now) => {
      wasOn = Number(before.split(' ')[1]) <= now;
      return `${this.mode} ${now + window}`;
    });
    if (!wasOn) return;
    this.logger.warn(
      `[${this.connection.name}] Something other than the queue sends through this account, although reports.exclusive promises that nothing does: a message was sent without the queue, or a report came that belongs to none of its sends. So reports settle no unknown message for the next ${window} ms. Send all messages through the queue, or remove reports.exclusive.`,
    );
  }

  /** Changes a record in one step. If someone else changed it first, it is read again and `decide` is called again. */
  private async change(
    key: string,
    ttl: number,
    decide: (before: string | undefined, now: number) => Promise<string> | string,
  ): Promise<{ readonly value: string; readonly now: number }> {
    const { records } = (await this.connection.opened).store;
    for (let left = READS; left > 0; left -= 1) {
      const { value: before, now } = await records.read(key);
      const value = await decide(before, now);
      const isKept = value === before || (await records.swap(key, before, value, ttl));
      if (isKept) return { value, now };
      await sleep(Math.random() * LONGEST_PAUSE);
    }
    throw new Error(`A record of reports was changed by others ${READS} times`);
  }
}

function readEvidence(text: string | undefined): Evidence {
  return text === undefined ? { sends: [], reports: [] } : JSON.parse(text);
}

/** Adds a report, which has a transaction. */
function withReport(reports: Evidence['reports'], report: SmsReport, now: number) {
  const id = report.transactionId ?? '';
  const known = reports.find((each) => each.id === id);
  const said = factOf(report);
  const delivery = deliveryOf(known ? [known.delivery, said] : [said]) ?? said;
  return [...reports.filter((each) => each !== known), { id, at: known?.at ?? now, delivery }];
}

/** Adds how a send ended, if it is known by now. */
async function followUp({ queue }: OpenQueue, send: Send, ended?: SmsJob): Promise<Send> {
  if (send.transactions) return send;
  // A completed job does not change.
  const isKnown =
    ended?.finishedOn && ended.returnvalue && !failureOf(ended) && sendOf(ended) === send.name;
  const job = isKnown ? ended : await queue.getJob(idOfSend(send));
  // If the job is gone or was sent again, nothing more will be known about this send.
  if (!job || sendOf(job) !== send.name) return { ...send, hole: true };
  if (isUnstarted(job)) return { ...send, transactions: [] };
  if (job.finishedOn === undefined) return { ...send, hole: false };
  const { status, code, settledBy, transactionId } = failureOf(job) ?? job.returnvalue;
  // A person may be wrong, and knows no transaction.
  if (status === 'unknown' || code === 'settled' || settledBy) return { ...send, hole: true };
  return { ...send, hole: false, transactions: transactionId === undefined ? [] : [transactionId] };
}

/** Settles the message of a send that was proven, if the message is still unknown. */
async function settle(queue: OpenQueue, send: Send): Promise<void> {
  const { name, hole, transactions: transactionIds } = send;
  if (!hole || !transactionIds) return;
  await changeJob(queue, idOfSend(send), (job) => {
    const unknown = failureOf(job);
    if (unknown?.status !== 'unknown' || sendOf(job) !== name) return undefined;
    const { account } = unknown;
    const outcome = { status: 'accepted', settledBy: 'report', account, transactionIds } as const;
    return { data: job.data, to: { ...outcome, at: Date.now() } };
  });
}

function idOfSend({ name }: Send): string {
  return name.split(' ')[0] ?? '';
}
