import { GatewayCall } from '../../lib/account/gateway-call.js';
import { SendGate } from '../../lib/account/send-gate.js';
import {
  SmsAuthenticationError,
  type SmsGatewayError,
  SmsTransportError,
} from '../../lib/index.js';
import type { GatewayAnswer } from '../../lib/protocol/gateway-answer.js';
import { shown } from '../../lib/protocol/shown.js';
import { Breaker } from '../../lib/transport/breaker.js';
import { FakeAccount, type FakeAccountOptions } from '../support/fake-account.js';
import { passTime } from '../support/fake-dispatcher.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';

/** A question to an endpoint that the package does not know: what happened to a transaction. */
class ReportCall extends GatewayCall<string> {
  readonly path = '/SMSApi/report/status';
  readonly of = 'lookup';

  override encode() {
    const body = new URLSearchParams({ ...this.credentialFields, uuid: '123' }).toString();
    return { body: Buffer.from(body), contentType: 'application/x-www-form-urlencoded' };
  }

  override read({ status, body }: GatewayAnswer): string | SmsGatewayError {
    if (status === 401) return new SmsAuthenticationError('credentials-refused', 'Refused.');
    if (status === 429) {
      return new SmsTransportError('throttled', 'Too many.', { outcome: 'not-sent' });
    }
    if (status >= 500) {
      return new SmsTransportError('gateway-failed', 'Down.', { outcome: 'unknown' });
    }
    return shown(body.toString(), this.sent);
  }

  // Asking twice does no harm.
  override judge(error: SmsGatewayError): SmsGatewayError {
    if (!(error instanceof SmsTransportError)) return error;
    return new SmsTransportError(error.code, error.message, { outcome: 'not-sent' });
  }
}

/** Asks, and returns the answer or the code of the error. */
async function ask(account: FakeAccount, total = 60_000): Promise<string> {
  const call = new ReportCall({ total, attempt: total }, undefined, 'normal', 'send');
  try {
    return await account.pipeline.run(call);
  } catch (error) {
    if (error instanceof SmsTransportError) return error.code;
    throw error;
  } finally {
    call.dispose();
  }
}

function open(statuses: readonly number[], options: FakeAccountOptions = {}) {
  const gateway = new ScriptedGateway({
    send: (_request, count) => ({ status: statuses[count - 1] ?? 200, body: 'DELIVRD' }),
  });
  return { gateway, account: new FakeAccount(gateway, { latency: 10, ...options }) };
}

describe('a call that is not a send', () => {
  it('gets the credentials, and causes a login if they are refused', async () => {
    const { gateway, account } = open([401]);
    const answer = ask(account);
    await passTime(100);
    expect(await answer).toBe('DELIVRD');
    expect(gateway.sends).toMatchObject([
      { path: '/SMSApi/report/status', headers: { authorization: 't1' } },
      { path: '/SMSApi/report/status', headers: { authorization: 't2' } },
    ]);
  });

  it('has the secrets of the credentials masked', async () => {
    const { gateway, account } = open([]);
    Object.assign(gateway.script, { send: () => ({ body: 'session t1 of acme: pass word' }) });
    Object.assign(gateway.script, { login: undefined });
    const answer = ask(account);
    await passTime(100);
    expect(await answer).not.toMatch(/pass word|acme/);
  });

  it('is retried, and also after an unknown outcome, because it sends nothing', async () => {
    const { gateway, account } = open([429, 503], { attempts: 3 });
    const answer = ask(account);
    await passTime(1000);
    expect(await answer).toBe('DELIVRD');
    expect(gateway.sends).toHaveLength(3);
  });

  it('ends at the total deadline', async () => {
    const { account } = open([]);
    const answer = ask(account, 15);
    await passTime(15);
    expect(await answer).toBe('timeout');
  });

  it('waits at the gate, together with the sends', async () => {
    const { gateway, account } = open([], { gate: new SendGate(undefined, 1) });
    Object.assign(gateway.script, { send: undefined });
    const sending = account.outcome();
    const asking = ask(account);
    await passTime(15);
    expect(gateway.sends.map(({ path }) => path)).toEqual(['/SMSApi/send']);
    await passTime(100);
    expect(gateway.sends.map(({ path }) => path)).toEqual([
      '/SMSApi/send',
      '/SMSApi/report/status',
    ]);
    await Promise.all([sending, asking]);
  });

  it('counts for the breaker, and is held back by it', async () => {
    const breaker = new Breaker({ failures: 1, halfOpenAfter: 10_000 });
    const { gateway, account } = open([503], { breaker });
    const first = ask(account);
    await passTime(100);
    const second = ask(account);
    await passTime(100);
    expect(await Promise.all([first, second])).toEqual(['gateway-failed', 'breaker-open']);
    expect(gateway.sends).toHaveLength(1);
  });
});
