import { SmsTransportError } from '../../lib/index.js';
import type { Outgoing } from '../../lib/core/deadline/deadline.js';
import type { SmsGatewayOptions } from '../../lib/index.js';
import type { GatewayRequest } from '../../lib/core/transport/gateway-transport.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { ScriptedAccount } from '../support/fake-account.js';
import { acceptance, type Answer, ScriptedGateway, token } from '../support/scripted-gateway.js';

/** How long a gateway without trouble takes to answer, in ms. */
export const LATENCY = 10;

/** What a gateway does in an outage, to sends or to logins. */
export type Trouble = { readonly send: Answer } | { readonly login: Answer } | 'refuses' | 'resets';

type PostEnd = ReturnType<ScriptedAccount['post']>;

/** A gateway with outages, and an account in front of it, on a fake clock. */
export class OutageGateway extends ScriptedAccount {
  trouble: Trouble | undefined;
  /** Trouble that depends on the text. */
  troubleOf: (text: string) => Trouble | undefined = () => this.trouble;
  /** The texts that it accepted. */
  readonly accepted: string[] = [];
  /** When sends were started, by `performance.now()`. */
  readonly starts: number[] = [];
  /** Whether it has a login. */
  readonly logsIn: boolean;

  constructor(options: Partial<SmsGatewayOptions> = {}) {
    const scripted = new ScriptedGateway({
      send: ({ fields: { msg = '' } }) => {
        const trouble = this.troubleOf(msg);
        if (isAbout(trouble, 'send')) return trouble.send;
        this.accepted.push(msg);
        return acceptance();
      },
      login: () => (isAbout(this.trouble, 'login') ? this.trouble.login : token('t')),
    });
    const retry = { attempts: 3, base: 100, cap: 20_000 };
    super(scripted, { auth: PASSWORD_AUTH, retry, latency: LATENCY, ...options });
    this.logsIn = options.auth !== undefined;
  }

  protected override async post(request: GatewayRequest, outgoing: Outgoing): PostEnd {
    const isSend = request.path !== '/me/';
    if (isSend) this.starts.push(performance.now());
    this.active += 1;
    this.mostActive = Math.max(this.mostActive, this.active);
    try {
      if (this.trouble === 'refuses') {
        return new SmsTransportError('connection-failed', 'Refused.', { outcome: 'not-sent' });
      }
      if (this.trouble === 'resets') {
        return new SmsTransportError('connection-lost', 'Reset.', { outcome: 'unknown' });
      }
      return await super.post(request, outgoing);
    } finally {
      this.active -= 1;
    }
  }
}

function isAbout<K extends 'send' | 'login'>(
  trouble: Trouble | undefined,
  what: K,
): trouble is Extract<Trouble, Record<K, Answer>> {
  return typeof trouble === 'object' && what in trouble;
}
