import { CapturedLog } from '../account/captured-log.js';
import { RawGateway, well } from '../faults/raw-gateway.js';
import { afterThisTest } from '../support/clean-up.js';
import { errorOf, message, openAccount, outcomeOf } from '../support/account.js';

const HOUR = 3_600_000;

describe('the breaker of an account', () => {
  let gateway: RawGateway;

  beforeEach(async () => {
    gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        conversation.rst();
      },
    });
  });

  it('is off by default: every send reaches the gateway', async () => {
    const { sms } = await openAccount({ baseUrl: gateway.url });
    for (let index = 0; index < 20; index += 1) {
      expect(await outcomeOf(sms.send(message(`${index}`)))).toMatchObject({ status: 'unknown' });
    }
    expect(gateway.requests).toHaveLength(20);
  });

  it('lets nothing reach the gateway after the configured number of sends without an answer', async () => {
    const breaker = { failures: 3, halfOpenAfter: HOUR };
    const { sms } = await openAccount({ baseUrl: gateway.url, breaker });
    for (let index = 0; index < 3; index += 1) await errorOf(sms.send(message(`${index}`)));
    const messages = Array.from({ length: 10 }, (_, index) => message(`later ${index}`));
    const tally = await sms.sendMany(messages).finish();
    const error = await errorOf(sms.send(message('one more')));
    expect(tally).toMatchObject({ accepted: 0, 'not-sent': 10, unknown: 0 });
    expect(error).toMatchObject({ code: 'breaker-open', outcome: 'not-sent' });
    expect(error.retryAfter).toBeGreaterThan(HOUR / 2);
    expect(error.retryAfter).toBeLessThanOrEqual(HOUR);
    expect(gateway.requests).toHaveLength(3);
  });

  it('fails a send at once, although it has retries and time left to wait for it', async () => {
    const breaker = { failures: 1, halfOpenAfter: 5000 };
    const { sms } = await openAccount({ baseUrl: gateway.url, breaker, retry: { attempts: 5 } });
    await errorOf(sms.send(message('first')));
    expect(await errorOf(sms.send(message('second')))).toMatchObject({ code: 'breaker-open' });
    expect(gateway.requests).toHaveLength(1);
  });

  it('writes one line to the log when it opens, none while it stays open, and one when it closes', async () => {
    const breaker = { failures: 1, halfOpenAfter: 1 };
    const { sms } = await openAccount({ baseUrl: gateway.url, breaker });
    // Nest's testing module has set a logger of its own.
    const log = new CapturedLog().begin();
    afterThisTest(() => log.end());
    let lost = 0;
    // At least two reach the gateway: the first, and one that finds out whether it answers again.
    while (lost < 2) {
      const error = await errorOf(sms.send(message('lost')));
      if (error.code !== 'breaker-open') lost += 1;
    }
    gateway.script = well;
    const sendUntilAccepted = async (): Promise<void> => {
      const { status } = await outcomeOf(sms.send(message('later')));
      if (status !== 'accepted') await sendUntilAccepted();
    };
    await sendUntilAccepted();
    expect(log.lines.filter(({ message: line }) => /breaker is/.test(String(line)))).toEqual([
      {
        level: 'warn',
        message:
          '[default] The circuit breaker is open, because the gateway does not answer. Sends fail at once, and nothing is sent.',
        more: ['SmsGateway'],
      },
      {
        level: 'log',
        message: '[default] The circuit breaker is closed, because the gateway answers again.',
        more: ['SmsGateway'],
      },
    ]);
  });

  it('applies to one account', async () => {
    const breaker = { failures: 1, halfOpenAfter: HOUR };
    const one = await openAccount({ baseUrl: gateway.url, breaker });
    const other = await openAccount({ baseUrl: gateway.url, breaker });
    await errorOf(one.sms.send(message('lost')));
    gateway.script = well;
    expect(await errorOf(one.sms.send(message('held')))).toMatchObject({ code: 'breaker-open' });
    expect(await outcomeOf(other.sms.send(message('sent')))).toMatchObject({ status: 'accepted' });
  });
});
