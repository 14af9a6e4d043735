import type { FaultPlan } from './faults/fault-plan.js';
import type { Inbox } from './inbox/inbox.js';
import type { InboxMessage } from './inbox/inbox-message.js';

type Status = InboxMessage['status'];

/** Counts sends and logins since the start, whether or not they are still kept. */
export class SimulatorStats {
  readonly #faults: FaultPlan;
  #sends: Record<Status, number> = { accepted: 0, refused: 0 };
  #logins: Record<Status, number> = { accepted: 0, refused: 0 };

  constructor(inbox: Inbox, faults: FaultPlan) {
    this.#faults = faults;
    inbox.subscribe((event) => {
      if (event.type !== 'added') return;
      const { kind, status } = event.message;
      if (kind === 'send') this.#sends[status] += 1;
      if (kind === 'login') this.#logins[status] += 1;
    });
  }

  /** Requests for a token, including refused ones. */
  get logins(): number {
    return this.#logins.accepted + this.#logins.refused;
  }

  /** Starts again from zero. */
  reset(): void {
    this.#sends = { accepted: 0, refused: 0 };
    this.#logins = { accepted: 0, refused: 0 };
  }

  /** The counts in the text format of Prometheus. */
  toPrometheus(): string {
    return [
      ...counter('messages', 'Sends received, by result.', 'status', this.#sends),
      ...counter('logins', 'Requests for a token, by result.', 'status', this.#logins),
      ...counter('faults', 'Faults that struck, by name.', 'fault', this.#faults.state.struck),
      '',
    ].join('\n');
  }
}

function counter(
  what: string,
  help: string,
  label: string,
  counts: Readonly<Record<string, number>>,
): string[] {
  const name = `sms_simulator_${what}_total`;
  const lines = Object.entries(counts).map(([key, count]) => `${name}{${label}="${key}"} ${count}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines];
}
