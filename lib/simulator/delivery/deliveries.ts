import { LONGEST_TIMER } from '../../common/longest-timer.js';
import type { Fault } from '../faults/fault.js';
import { wallClock } from '../gateway/wall-clock.js';
import type { Inbox } from '../inbox/inbox.js';
import type { Delivery, InboxMessage } from '../inbox/inbox-message.js';
import { normaliseNumber } from '../numbers.js';
import type { ResolvedOptions } from '../simulator.options.js';
import { Pusher } from './pusher.js';

type Status = Delivery['status'];

/** The codes of delivery reports (an assumption: none is known). */
const DELIVERY_CODES: Readonly<Record<Status, string>> = {
  pending: '',
  delivered: '000',
  failed: '001',
  expired: '002',
};

/** A change of a fate. */
export interface DeliveryChange {
  readonly status: Status;
  /** Default: the usual code of the status. */
  readonly code?: string | undefined;
  /** Default: every number of the message. */
  readonly to?: readonly string[] | undefined;
}

/**
 * Decides what happens to accepted messages, and posts delivery reports and the webhook. None of it
 * is in the gateway specification: the fields are those of real gateways, the rest is an
 * assumption.
 */
export class Deliveries {
  readonly #inbox: Inbox;
  readonly #options: ResolvedOptions;
  readonly #reports: Pusher;
  readonly #webhook: Pusher;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #held: (() => void)[] = [];

  constructor(inbox: Inbox, options: ResolvedOptions, closing: AbortSignal) {
    const { reportUrl, webhookUrl, onWarning } = options;
    this.#inbox = inbox;
    this.#options = options;
    this.#reports = new Pusher({ url: reportUrl, what: 'delivery report', onWarning, closing });
    this.#webhook = new Pusher({ url: webhookUrl, what: 'webhook', onWarning, closing });
    closing.addEventListener('abort', () => this.#timers.forEach((timer) => clearTimeout(timer)));
  }

  /** Starts the delivery of a message that has just come, and posts the webhook. */
  arrived(message: InboxMessage, fault: Fault | undefined): void {
    if (this.#options.webhookUrl !== undefined) {
      this.#webhook.push({ type: 'application/json', body: JSON.stringify(message) });
    }
    this.start(message, fault);
  }

  /** Starts the delivery of a message that is pending. */
  start({ id, deliveries, scheduledFor }: InboxMessage, fault?: Fault): void {
    if (!deliveries.some(({ status }) => status === 'pending')) return;
    const { deliveryDelay, now } = this.#options;
    const wait = scheduledFor === undefined ? 0 : Math.max(0, Date.parse(scheduledFor) - now());
    this.#later(wait + deliveryDelay, () => {
      const pending = this.#inbox.get(id)?.deliveries.filter(({ status }) => status === 'pending');
      const to = pending?.map((delivery) => delivery.to) ?? [];
      const bad = FATES[fault?.fault ?? ''];
      const numbers = new Set(fault?.numbers?.map(normaliseNumber) ?? to);
      const fails = (number: string) => bad !== undefined && numbers.has(number);
      const failed = { status: bad ?? 'failed', code: fault?.code, to: to.filter(fails) };
      this.change(id, failed, fault);
      this.change(id, { status: 'delivered', to: to.filter((number) => !fails(number)) }, fault);
    });
  }

  /** Sets what happened to a message, and posts a report for each number that is not pending. */
  change(
    id: string,
    { status, code, to }: DeliveryChange,
    fault?: Fault,
  ): InboxMessage | undefined {
    const message = this.#inbox.get(id);
    if (message === undefined || to?.length === 0) return message;
    const numbers = new Set(to ?? message.to);
    const at = this.#options.now();
    const decided = {
      status,
      code: code ?? DELIVERY_CODES[status],
      ...(status !== 'pending' && { at: new Date(at).toISOString() }),
    };
    const deliveries = message.deliveries.map((old) =>
      numbers.has(old.to) ? { to: old.to, ...decided } : old,
    );
    const bodies =
      status === 'pending'
        ? []
        : deliveries.flatMap((delivery, index) =>
            numbers.has(delivery.to) ? [this.#write(message, index, delivery, at)] : [],
          );
    this.#inbox.update(id, { deliveries });
    if (bodies.length > 0) this.#report(id, bodies, fault);
    return this.#inbox.get(id);
  }

  #report(id: string, bodies: readonly string[], fault: Fault | undefined): void {
    const type = TYPES[this.#options.reportFormat];
    const push = () => {
      // Nothing about a message that was deleted in the meantime, perhaps between two tests.
      if (this.#inbox.get(id) === undefined) return;
      for (const body of bodies) {
        const times = fault?.fault === 'report-repeated' ? (fault.times ?? 1) : 1;
        for (let i = 0; i < times; i += 1) this.#reports.push({ type, body });
      }
    };
    if (fault?.fault === 'report-late') {
      this.#later(fault.latency ?? 0, push);
    } else if (fault?.fault === 'report-unordered') {
      this.#held.push(push);
    } else {
      push();
      for (const held of this.#held.splice(0)) held();
    }
  }

  #write({ id, transactionId }: InboxMessage, index: number, delivery: Delivery, at: number) {
    const fields = {
      transId: transactionId ?? '',
      msgId: `${id}-${index + 1}`,
      mobile: delivery.to,
      errorCode: delivery.code,
      status: delivery.status.toUpperCase(),
      dlrTime: wallClock(at, this.#options.timeZone),
    };
    return this.#options.reportFormat === 'json'
      ? JSON.stringify(fields)
      : String(new URLSearchParams(fields));
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

const FATES: Readonly<Record<string, Status>> = {
  'delivery-failed': 'failed',
  'delivery-expired': 'expired',
};

const TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const;
