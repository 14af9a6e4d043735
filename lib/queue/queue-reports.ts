import { maskNumber } from '../common/mask.js';
import { SmsConfigurationError } from '../errors/index.js';
import { SafeLogger } from '../events/safe-logger.js';
import type { ReportStore } from '../reports/report-store.js';
import type { SmsReport } from '../reports/sms-report.js';
import { deliveryOf, factOf, mergeFacts, readFacts } from './delivery-facts.js';
import {
  begin,
  end,
  type Evidence,
  type OpenStart,
  prove,
  readEvidence,
  reported,
} from './evidence.js';
import { changeJob } from './job-change.js';
import { lasting } from './lasting-backend.js';
import { failureOf } from './outcomes.js';
import type { QueueAccount } from './queue-account.js';
import { type OpenQueue, PATIENCE_WITH_MANY, type QueueConnection } from './queue-connection.js';
import { ReportRecords, type ReportsRule } from './report-records.js';
import type { Sealer } from './sealer.js';
import type { SmsQueueDelivery, SmsQueueOutcome, SmsQueueUnknown } from './sms-queue.js';
import type { StoredJob } from './store.js';
import { openMessage, type SmsJob } from './stored-job.js';

/** How many reports are kept in one step. */
const CHUNK = 100;
/** Those of gateways are shorter. */
const LONGEST_TRANSACTION = 100;
const OURS = '1';

/**
 * Keeps the reports of a queue: what they say of its messages, and what they prove of those whose outcome is
 * unknown. The rules are in `evidence.ts`. A step that is lost is made up for by a later one: until then, a
 * message stays unknown.
 */
export class QueueReports implements ReportStore {
  /** The options of the queue's own sends. */
  readonly own = new WeakSet<object>();

  private readonly logger = new SafeLogger('SmsQueue');
  private readonly records: ReportRecords;
  /** Ends the repetition of what the store does not take. */
  private readonly giveUp = new AbortController();
  private turningOff: Promise<void> | undefined;

  constructor(
    private readonly connection: QueueConnection,
    private readonly sealer: Sealer,
    private readonly rule: ReportsRule,
  ) {
    const warn = () =>
      this.logger.warn(
        `[${connection.name}] Something other than the queue sends through this account, although reports.exclusive promises that nothing does: a message was sent without the queue, or a report came that belongs to none of its sends. So reports settle no unknown message for the next ${rule.window} ms. Send all messages through the queue, or remove reports.exclusive.`,
      );
    this.records = new ReportRecords(connection, sealer, rule, warn);
  }

  /**
   * Turns settling off while somebody sends through the account past this queue.
   *
   * @throws SmsConfigurationError where the account cannot be the queue's alone
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
    const turnOff = () => this.records.step([], (draft) => draft.turnOff());
    account.onSend = (options) => {
      if (this.own.has(options)) return;
      this.turningOff ??= lasting(turnOff, this.giveUp.signal)
        .catch(() => undefined)
        .finally(() => (this.turningOff = undefined));
    };
  }

  close(): void {
    this.giveUp.abort();
  }

  /** Before a send: from now on, reports on its numbers may be of it. */
  async begin(job: SmsJob): Promise<void> {
    const many = this.numbersOf(job).length > 1;
    await this.change(job, [], (known, now) => begin(known, { ...startOf(job), at: now, many }));
  }

  /** The outcome of a start is known, or will be that nothing was sent. */
  async end(job: SmsJob, transactionId?: string): Promise<void> {
    const ours = transactionId === undefined ? [] : [transactionId];
    await this.change(job, ours, (known) => end(known, startOf(job), transactionId));
  }

  /** A job ended. Where this fails, the next report on one of its numbers makes up for it. */
  async ended(job: SmsJob, { status, transactionId }: SmsQueueOutcome): Promise<void> {
    if (status === 'unknown') return this.review(this.numbersOf(job));
    // The outcome may be that of an earlier start, of which the next report is proof.
    if (!job.data.settled) await this.end(job, transactionId);
  }

  /** Keeps what came in one request, or rejects. To keep a report again changes nothing. */
  async keep(reports: readonly SmsReport[]): Promise<void> {
    const usable = reports.flatMap(({ transactionId: id = '', recipient, ...said }) =>
      id !== '' && id.length <= LONGEST_TRANSACTION ? [{ id, recipient, fact: factOf(said) }] : [],
    );
    for (let from = 0; from < usable.length; from += CHUNK) {
      const chunk = usable.slice(from, from + CHUNK);
      await this.connection.run(() => this.keepSome(chunk), PATIENCE_WITH_MANY);
    }
  }

  /** What became of a message to each of its numbers, as far as reports say it. */
  async deliveries(job: SmsJob, outcome: SmsQueueOutcome): Promise<SmsQueueDelivery[]> {
    const { transactionId, transactionIds = transactionId ? [transactionId] : [] } = outcome;
    const message = openMessage(this.sealer, job.id ?? '', job.data);
    const numbers = message?.recipients ?? [];
    const dltTemplateId = message?.values.dltTemplateId;
    const names = await this.records.names();
    const values = await this.records.read(
      numbers.flatMap((number) => transactionIds.map((id) => names.delivery(id, number))),
    );
    return numbers.flatMap((number, index) => {
      const from = index * transactionIds.length;
      const facts = values.slice(from, from + transactionIds.length).map(readFacts);
      // Which transaction is whose is not known.
      const states = new Set(facts.map((each) => deliveryOf(each)?.state));
      const delivery = states.size === 1 ? deliveryOf(facts.flat()) : undefined;
      if (!delivery) return [];
      const used = delivery.state === 'failed' && dltTemplateId !== undefined;
      return [{ recipient: maskNumber(number), ...delivery, ...(used && { dltTemplateId }) }];
    });
  }

  /** How many transactions were reported that may be of an unknown message, and of how many starts. */
  async evidenceOf(job: SmsJob): Promise<NonNullable<SmsQueueUnknown['reports']>> {
    const names = await this.records.names();
    const values = await this.records.read(this.numbersOf(job).map(names.number));
    const known = values.map(readEvidence);
    const came = new Set(known.flatMap(({ orphans }) => orphans.map(([id]) => id)));
    const starts = new Map(known.flatMap(({ open }) => open.map((one) => [nameOf(one), one.job])));
    const isNoted = [...starts.values()].includes(startOf(job).job);
    return { came: came.size, of: starts.size + (isNoted ? 0 : 1) };
  }

  /** Settles all unknown messages that can be: a step that should have done it may have been lost. */
  async sweep(signal: AbortSignal): Promise<void> {
    if (!this.rule.exclusive) return;
    const { store, queue } = await this.connection.opened;
    let page: readonly StoredJob[] = [];
    let read = 0;
    do {
      page = await store.read(queue, 'failed', read, page.at(-1)?.id ?? '');
      await this.review(page.flatMap((job) => this.numbersOf(job)));
      read += page.length;
    } while (page.length > 0 && !signal.aborted);
  }

  private numbersOf({ id = '', data }: Pick<SmsJob, 'id' | 'data'>): readonly string[] {
    return openMessage(this.sealer, id, data)?.recipients ?? [];
  }

  /** Changes the evidence about the numbers of a job, and notes that transactions are ours. */
  private async change(
    job: SmsJob,
    ids: readonly string[],
    change: (known: Evidence, now: number) => Evidence,
  ): Promise<void> {
    const { number, transaction } = await this.records.names();
    const numbers = this.numbersOf(job).map(number);
    const ours = ids.map(transaction);
    await this.records.step([...numbers, ...ours], (draft) => {
      for (const name of ours) draft.set(name, OURS);
      for (const name of numbers) draft.change(name, (known) => change(known, draft.now));
    });
  }

  private async keepSome(reports: readonly KeptReport[]): Promise<void> {
    const { number, transaction, delivery } = await this.records.names();
    const names = reports.flatMap(({ id, recipient }) => [
      number(recipient),
      transaction(id),
      delivery(id, recipient),
    ]);
    await this.records.step(names, (draft) => {
      for (const { id, recipient, fact } of reports) {
        const name = delivery(id, recipient);
        draft.set(name, JSON.stringify(mergeFacts([...readFacts(draft.get(name)), fact])));
        if (draft.get(transaction(id)) === OURS) continue;
        draft.change(number(recipient), (known) => reported(known, id, draft.now));
      }
    });
    await this.review(reports.map(({ recipient }) => recipient));
  }

  /** Settles what is proven of some numbers. */
  private async review(numbers: readonly string[]): Promise<void> {
    if (!this.rule.exclusive) return;
    const { number } = await this.records.names();
    const names = [...new Set(numbers.map(number))];
    const values = await this.records.read(names);
    for (const [index, name] of names.entries()) {
      const known = readEvidence(values[index] ?? '');
      if (known.orphans.length + known.proven.length > 0) await this.reviewOne(name, known);
    }
  }

  private async reviewOne(name: string, { open, orphans }: Evidence): Promise<void> {
    const { transaction } = await this.records.names();
    const found = await this.connection.opened;
    const holes = new Set<string>();
    const ended: { readonly start: OpenStart; readonly id: string | undefined }[] = [];
    for (const start of open) {
      const [id = ''] = start.job.split(' ');
      const fact = factOfStart(await found.queue.getJob(id), start);
      if (fact === 'hole') holes.add(nameOf(start));
      else if (fact) ended.push({ start, id: fact.transactionId });
    }
    const known = ended.flatMap(({ id }) => id ?? []);
    const ids = orphans.map(([id]) => id);
    const isHole = (start: OpenStart) => holes.has(nameOf(start));
    const proven = await this.records.step(
      [name, ...[...known, ...ids].map(transaction)],
      (draft) => {
        for (const id of known) draft.set(transaction(id), OURS);
        const now = draft.change(name, (before) => {
          const after = ended.reduce((each, { start, id }) => end(each, start, id), before);
          const orphaned = after.orphans.filter(([id]) => draft.get(transaction(id)) !== OURS);
          return { ...after, orphans: orphaned };
        });
        // Who brought another one meanwhile looks at it.
        const isRead = now.orphans.every(([id]) => ids.includes(id));
        const more = isRead ? prove(now, draft.moment, isHole) : undefined;
        if (!more) return now.proven;
        for (const [id] of now.orphans) draft.set(transaction(id), OURS);
        return draft.change(name, () => more).proven;
      },
    );
    for (const [job, transactionIds] of proven) await settle(found, job, transactionIds);
  }
}

interface KeptReport {
  readonly id: string;
  readonly recipient: string;
  readonly fact: ReturnType<typeof factOf>;
}

/** With the time when it was added: a key may be used again once its message was forgotten. */
function startOf({ id, timestamp, attemptsStarted }: SmsJob) {
  return { job: `${id} ${timestamp}`, start: attemptsStarted };
}

function nameOf({ job, start }: Pick<OpenStart, 'job' | 'start'>): string {
  return `${job} ${start}`;
}

/** Undefined: it may be under way, or its outcome not be stored yet. */
function factOfStart(job: SmsJob | undefined, noted: OpenStart) {
  // Of those that are gone, or were started again, nothing more will be known.
  if (!job || nameOf(startOf(job)) !== nameOf(noted)) return 'hole';
  if (job.finishedOn === undefined) return undefined;
  const outcome = failureOf(job) ?? job.returnvalue;
  // A person may be wrong, and knows no transaction.
  const isKnown = outcome && !outcome.settledBy && outcome.code !== 'settled';
  return isKnown && outcome.status !== 'unknown' ? outcome : 'hole';
}

async function settle(queue: OpenQueue, name: string, transactionIds: readonly string[]) {
  const [id = ''] = name.split(' ');
  await changeJob(queue, id, (job) => {
    const unknown = failureOf(job);
    if (unknown?.status !== 'unknown' || startOf(job).job !== name) return undefined;
    const { account } = unknown;
    const outcome = { status: 'accepted', settledBy: 'report', account, transactionIds } as const;
    return { data: job.data, to: { ...outcome, at: Date.now() } };
  });
}
