import { SmsGatewayModule, SmsService } from '../../lib/index.js';
import { errorOf, message, PASSWORD_AUTH, TOKEN_AUTH } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { runChild } from '../support/run-child.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { build } from './build.js';

describe('an app', () => {
  it('starts while the gateway is down, and sends once it is up', async () => {
    // A port that was free a moment ago, and is the gateway's a moment later.
    const gateway = await ScriptedGateway.listen();
    await gateway.close();
    const module = await build([
      SmsGatewayModule.forRoot({
        baseUrl: gateway.url,
        auth: { ...TOKEN_AUTH, cooldown: 0 },
        retry: { attempts: 1 },
      }),
    ]);
    const sms = module.get(SmsService);
    expect(await errorOf(sms.send(message()))).toMatchObject({
      code: 'connection-failed',
      outcome: 'not-sent',
      retryable: true,
    });
    await gateway.reopen();
    await sms.send(message());
    expect(gateway.texts).toEqual(['hello']);
  });

  it('sends no request to the gateway before the first send', async () => {
    const gateway = await ScriptedGateway.listen();
    await build([SmsGatewayModule.forRoot({ baseUrl: gateway.url, auth: TOKEN_AUTH })]);
    expect([gateway.logins.length, gateway.sends.length]).toEqual([0, 0]);
  });

  it('reports the outcome of sends for which it no longer waits', async () => {
    const gateway = await ScriptedGateway.listen({ send: () => new Promise(() => undefined) });
    const options = { baseUrl: gateway.url, auth: PASSWORD_AUTH, drain: 20 };
    const module = await build([SmsGatewayModule.forRoot(options)]);
    const sending = errorOf(module.get(SmsService).send(message()));
    await eventually(() => gateway.sends.length === 1);
    await module.close();
    expect(await sending).toMatchObject({ code: 'closed', outcome: 'unknown', retryable: false });
  });

  it('can be closed more than once', async () => {
    const gateway = await ScriptedGateway.listen();
    const options = { baseUrl: gateway.url, auth: PASSWORD_AUTH };
    const module = await build([SmsGatewayModule.forRoot(options)]);
    await module.get(SmsService).send(message());
    await Promise.all([module.close(), module.close()]);
    await expect(module.close()).resolves.toBeUndefined();
  });
});

const WHILE = [
  'idle',
  'done with a send',
  'renewing its token',
  'waiting for a login',
  'waiting for a store',
  'held back by a rate',
  'connecting in vain',
];

describe('app.close()', () => {
  let left: Record<string, unknown>;

  // One process for all: it has to end by itself.
  beforeAll(async () => {
    left = (await runChild(new URL('close.child.ts', import.meta.url), WHILE)) as typeof left;
  }, 150_000);

  it.each(WHILE)('leaves no socket and no timer behind while %s', (what) => {
    expect(left[what]).toEqual({ connections: 0, sockets: 0, timers: 0 });
  });
});
