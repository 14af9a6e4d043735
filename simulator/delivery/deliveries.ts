import { LONGEST_TIMER } from '../../lib/core/common/timers.js';
import type { ReportDelivery } from '../faults/behaviour.js';
import type { Fault } from '../common/fault.js';
import { behaviourOf } from '../faults/fault-table.js';
import { makeTransactionId } from '../common/transaction-id.js';
import { maskWithin } from '../common/mask-secrets.js';
import type { Inbox } from '../inbox/inbox.js';
import type { Delivery, InboxMessage, TimelineEntry } from '../inbox/inbox-message.js';
import { normaliseNumber } from '../common/numbers.js';
import type { ResolvedOptions } from '../options/check-options.js';
import { createTemplateMatch } from '../options/match-templates.js';
import { Pusher, type PusherOptions, type PushResult } from './pusher.js';
import { reportOf, type Sent, writeReport } from './write-report.js';

type Status = Delivery['status'];

/** The number that a report is about, and its body. */
type Report = readonly [to: string, body: string];

/** What an operator does to a text that matches no template (an assumption: the numbers differ). */
const SCRUBBED = { status: 'failed', code: '600', cause: 'Template mismatch' } as const;

/** A change of a fate. */
export interface DeliveryChange {
  readonly status: Status;
  /** Default: the usual code of the status. */
  readonly code?: string | undefined;
  /** Why it failed, in words. */
  readonly cause?: string | undefined;
  /** Default: every number of the message. */
  readonly to?: readonly string[] | undefined;
}

/**
 * Decides what happens to accepted messages, and sends delivery reports. None of it
 * is in the gateway specification: the fields are those of real gateways, the rest is an
 * assumption.
 */
export class Deliveries {
  /** Whether a text matches a registered template, if there are any. */
  readonly isRegistered: (text: string) => boolean;
  readonly #inbox: Inbox;
  readonly #options: ResolvedOptions;
  /** Opens an address that reports are sent to. */
  readonly #open: (url: string) => Pusher;
  /** The one of all accounts, if there is one. */
  readonly #reports: Pusher | undefined;
  /** Those of single accounts, by their user ids. */
  readonly #webhooks = new Map<string, Pusher>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #held: (() => void)[] = [];

  constructor(inbox: Inbox, options: ResolvedOptions, closing: AbortSignal) {
    const { reportUrl, reportMethod: method, reportHeaders: headers, onWarning } = options;
    this.isRegistered = options.templates ? createTemplateMatch(options.templates) : () => true;
    this.#inbox = inbox;
    this.#options = options;
    this.#open = (url) => new Pusher({ url, method, headers, onWarning, closing });
    this.#reports = reportUrl === undefined ? undefined : this.#open(reportUrl);
    closing.addEventListener('abort', () => this.#timers.forEach((timer) => clearTimeout(timer)));
  }

  /** Sets where the reports of an account are sent, unless all go to `reportUrl`. */
  setWebhook(account: string, url: string): void {
    this.#webhooks.set(account, this.#open(url));
    const [oldest = ''] = this.#webhooks.keys();
    if (this.#webhooks.size > MAX_WEBHOOKS) this.#webhooks.delete(oldest);
  }

  /**
   * Starts the delivery of a message that has just come.
   *
   * @returns when the gateway may answer
   */
  async arrived(message: InboxMessage, fault: Fault | undefined): Promise<void> {
    if (behaviourOf(fault).deliversFirst) await this.#decide(message.id, fault);
    else this.start(message, fault);
  }

  /** Starts the delivery of a message that is pending. */
  start({ id, deliveries, scheduledFor }: InboxMessage, fault?: Fault): void {
    if (!deliveries.some(({ status }) => status === 'pending')) return;
    const { deliveryDelay, now } = this.#options;
    const wait = scheduledFor === undefined ? 0 : Math.max(0, Date.parse(scheduledFor) - now());
    this.#later(wait + deliveryDelay, () => void this.#decide(id, fault));
  }

  /** Sets what happened to a message, and sends a report for each number that is not pending. */
  change(id: string, change: DeliveryChange): InboxMessage | undefined {
    void this.#change(id, change);
    return this.#inbox.get(id);
  }

  /** Sends the reports of what was decided again. Returns whether there are any. */
  sendAgain(message: InboxMessage): boolean {
    const reports = this.#reportsOf(message, new Set(message.to));
    void this.#report(message.id, reports);
    return this.#pusherOf(message) !== undefined && reports.length > 0;
  }

  /** Decides about the numbers that are pending. Resolves when their reports were sent. */
  async #decide(id: string, fault: Fault | undefined): Promise<void> {
    const message = this.#inbox.get(id);
    if (message === undefined) return;
    const pending = message.deliveries.filter(({ status }) => status === 'pending');
    const to = pending.map((delivery) => delivery.to);
    const { fate } = behaviourOf(fault);
    const numbers = new Set(fault?.numbers?.map(normaliseNumber) ?? to);
    const fails = (number: string) => fate !== undefined && numbers.has(number);
    const bad = { status: fate ?? 'failed', code: fault?.code, cause: fault?.cause };
    const usual = this.isRegistered(message.text) ? { status: 'delivered' as const } : SCRUBBED;
    await Promise.all([
      this.#change(id, { ...bad, to: to.filter(fails) }, fault),
      this.#change(id, { ...usual, to: to.filter((number) => !fails(number)) }, fault),
    ]);
  }

  async #change(id: string, change: DeliveryChange, fault?: Fault): Promise<void> {
    const { status, cause, to } = change;
    const usual = status === 'pending' ? '' : this.#options.reportCodes[status];
    const code = change.code ?? usual;
    const message = this.#inbox.get(id);
    if (message === undefined || to?.length === 0) return;
    const at = this.#options.now();
    const decided = {
      status,
      code,
      ...(cause !== undefined && { cause }),
      ...(status !== 'pending' && { at: new Date(at).toISOString() }),
    };
    const numbers = new Set(to ?? message.to);
    const deliveries = message.deliveries.map((old) =>
      numbers.has(old.to) ? { to: old.to, ...decided } : old,
    );
    this.#inbox.update(id, { deliveries });
    const [first = ''] = numbers;
    const who = numbers.size === 1 ? first : `${numbers.size.toLocaleString('en')} numbers`;
    const detail = [who, code && `code ${code}`, cause].filter(Boolean).join(', ');
    this.#note(id, { event: status, detail });
    const reports = this.#reportsOf({ ...message, deliveries }, numbers, fault);
    await this.#report(id, reports, fault);
  }

  /** The reports of the numbers that are decided. */
  #reportsOf(message: InboxMessage, numbers: ReadonlySet<string>, fault?: Fault): Report[] {
    return message.deliveries.flatMap((decidedDelivery, index) => {
      const { to, status } = decidedDelivery;
      if (status === 'pending' || !numbers.has(to)) return [];
      const options = this.#options;
      const write = (of: Sent): Report => [
        to,
        writeReport(reportOf(of, decidedDelivery, index, options), options),
      ];
      const orphan = (): Report => {
        const unknown = makeTransactionId();
        return write({ ...message, id: unknown.slice(0, 16), transactionId: unknown });
      };
      const report = write(message);
      return behaviourOf(fault).reports?.(report, orphan) ?? [report];
    });
  }

  /** Resolves when the reports were sent, unless they are to come later. */
  async #report(id: string, reports: readonly Report[], fault?: Fault): Promise<void> {
    const pusher = this.#pusherOf(this.#inbox.get(id));
    if (pusher === undefined) return;
    const push = async () => {
      // Nothing about a message that was deleted in the meantime, perhaps between two tests.
      if (this.#inbox.get(id) !== undefined) await this.#follow(id, reports, pusher);
    };
    const delivery: ReportDelivery = {
      now: async () => {
        const pushed = push();
        for (const held of this.#held.splice(0)) held();
        await pushed;
      },
      later: (delay) => this.#later(delay, () => void push()),
      afterNext: () => void this.#held.push(() => void push()),
      lose: () => this.#follow(id, reports, pusher, { report: 'lost', answer: '' }),
    };
    const { sendsReports } = behaviourOf(fault);
    await (fault && sendsReports ? sendsReports(delivery, fault) : delivery.now());
  }

  /** Sends reports, unless they are lost, and notes what becomes of each. */
  async #follow(
    id: string,
    reports: readonly Report[],
    pusher: Pusher,
    lost?: PushResult,
  ): Promise<void> {
    const type = TYPES[this.#options.reportFormat];
    const secrets = { values: secretsOf(pusher.options), names: [] };
    const fates = new Map<string, string>();
    let unsentReports = reports.length;
    const follow = async ([to, body]: Report): Promise<void> => {
      const result = lost ?? (await pusher.push({ type, body }));
      unsentReports -= 1;
      if (result === undefined) return;
      const { report } = result;
      fates.set(to, report);
      const answer = maskWithin(result.answer, secrets);
      const step = {
        event:
          report === 'sent' || report === 'lost' ? (`report ${report}` as const) : 'report failed',
        detail: `${this.#options.reportMethod} ${body}`,
        ...(answer !== '' && { answer }),
      } as const;
      // Of very many recipients, those after the first are kept together, at the end.
      this.#note(id, step, fates.size <= MAX_STEPS || unsentReports === 0 ? fates : undefined);
    };
    await Promise.all(reports.map(follow));
  }

  #pusherOf(message: InboxMessage | undefined): Pusher | undefined {
    return this.#reports ?? this.#webhooks.get(message?.account ?? '');
  }

  /** Adds a step, and what became of the newest reports. */
  #note(id: string, step: Omit<TimelineEntry, 'at'>, fates?: ReadonlyMap<string, string>): void {
    const { timeline = [], deliveries = [] } = this.#inbox.get(id) ?? {};
    // Bounded, because there are messages with thousands of recipients.
    const isFull = timeline.length >= MAX_STEPS;
    if (isFull && fates === undefined) return;
    const at = new Date(this.#options.now()).toISOString();
    this.#inbox.update(id, {
      timeline: isFull ? timeline : [...timeline, { at, ...step }],
      deliveries: deliveries.map((delivery) => {
        const report = fates?.get(delivery.to);
        // It may have been set to pending while its report was being sent.
        return report && delivery.status !== 'pending' ? { ...delivery, report } : delivery;
      }),
    });
  }

  #later(delay: number, act: () => void): void {
    // Messages scheduled for a time that no timer can wait for stay pending.
    if (delay > LONGEST_TIMER) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, delay);
    timer.unref();
    this.#timers.add(timer);
  }
}

/** What the app may repeat in its answer to a report: its headers, and its address, which may be secret. */
function secretsOf({ url, headers }: PusherOptions): string[] {
  const { pathname, search } = new URL(url);
  return [pathname + search, pathname, search, ...Object.values(headers)];
}

const TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const;

const MAX_STEPS = 100;
const MAX_WEBHOOKS = 1_000;
