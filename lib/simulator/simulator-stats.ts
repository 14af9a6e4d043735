import type { FaultName } from './faults/fault.js';
import type { FaultPlan } from './faults/fault-plan.js';
import type { Inbox } from './inbox/inbox.js';
import type { InboxMessage } from './inbox/inbox-message.js';

type Status = InboxMessage['status'];

/** One request for a token. */
export interface Login {
  /** When it came: ISO 8601, UTC. */
  readonly at: string;
  /** `accepted` if a token was issued, even if the answer was lost. */
  readonly status: 'accepted' | 'refused';
  /** What was wrong or unusual. */
  readonly notes: readonly string[];
  /** The fault that struck, or null. */
  readonly fault: FaultName | null;
}

/** Counts sends and logins since the start, whether or not they are still kept. */
export class SimulatorStats {
  /** The latest logins, oldest first. */
  readonly loginLog: Login[] = [];
  readonly #faults: FaultPlan;
  readonly #keep: number;
  #sends: Record<Status, number> = { accepted: 0, refused: 0 };
  #logins: Record<Status, number> = { accepted: 0, refused: 0 };

  /** @param keep how many logins are kept */
  constructor(inbox: Inbox, faults: FaultPlan, keep: number) {
    this.#keep = keep;
    this.#faults = faults;
    inbox.subscribe((event) => {
      if (event.type === 'added') this.#sends[event.message.status] += 1;
    });
  }

  /** Requests for a token, including refused ones. */
  get logins(): number {
    return this.#logins.accepted + this.#logins.refused;
  }

  /** Counts and keeps one request for a token. */
  countLogin(login: Login): void {
    this.#logins[login.status] += 1;
    this.loginLog.push(login);
    if (this.loginLog.length > this.#keep) this.loginLog.shift();
  }

  /** Starts again from zero. */
  reset(): void {
    this.loginLog.length = 0;
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
