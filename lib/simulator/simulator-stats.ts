import type { FaultPlan } from './faults/fault-plan.js';
import type { Inbox } from './inbox/inbox.js';
import type { InboxMessage } from './inbox/inbox-message.js';

type Status = InboxMessage['status'];

/** Counts what came since the start, whether or not it is still kept. */
export class SimulatorStats {
  readonly #faults: FaultPlan;
  readonly #sends: Record<Status, number> = { accepted: 0, refused: 0 };
  readonly #logins: Record<Status, number> = { accepted: 0, refused: 0 };

  constructor(inbox: Inbox, faults: FaultPlan) {
    this.#faults = faults;
    inbox.subscribe((event) => {
      if (event.type === 'added') this.#sends[event.message.status] += 1;
    });
  }

  /** Requests for a token, refused ones too. */
  get logins(): number {
    return this.#logins.accepted + this.#logins.refused;
  }

  /** Counts one request for a token. */
  countLogin(status: Status): void {
    this.#logins[status] += 1;
  }

  /** Counts from zero again. */
  reset(): void {
    for (const counts of [this.#sends, this.#logins]) {
      counts.accepted = 0;
      counts.refused = 0;
    }
  }

  /** The counts as Prometheus reads them. */
  toPrometheus(): string {
    const struck = Object.entries(this.#faults.state.struck);
    return [
      '# HELP sms_simulator_messages_total Sends that came, by what became of them.',
      '# TYPE sms_simulator_messages_total counter',
      ...counter('sms_simulator_messages_total', 'status', Object.entries(this.#sends)),
      '# HELP sms_simulator_logins_total Requests for a token, by what became of them.',
      '# TYPE sms_simulator_logins_total counter',
      ...counter('sms_simulator_logins_total', 'status', Object.entries(this.#logins)),
      '# HELP sms_simulator_faults_total Faults that struck, by name.',
      '# TYPE sms_simulator_faults_total counter',
      ...counter('sms_simulator_faults_total', 'fault', struck),
      '',
    ].join('\n');
  }
}

function counter(name: string, label: string, counts: readonly [string, number][]): string[] {
  return counts.map(([value, count]) => `${name}{${label}="${value}"} ${count}`);
}
