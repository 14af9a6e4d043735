import { inspect } from 'node:util';
import { SmsGuardError, type SmsGuardOptions } from '../../lib/index.js';
import { type Limit, LIMITS } from '../../lib/core/limits/limits.js';
import { FakeAccount } from '../support/fake-account.js';
import { counted, numberAt, outcomesOf } from '../runs/runs.js';
import { errorOf, openAccount, PASSWORD_AUTH } from '../support/account.js';
import { holdTimers } from '../support/clock.js';
import { acceptance, ScriptedGateway } from '../support/scripted-gateway.js';

const NUMBER = '919876543210';
const OTHER = '919876543211';
const MINUTE = 60_000;

const accountWith = (guard: SmsGuardOptions, onSend = accept) =>
  new FakeAccount((send) => onSend(send), { guard });
const accept = (send: FakeAccount['sends'][number]): void => send.accept();

/** The refusal of a send, whose numbers only its own property shows. */
async function refusalOf(work: Promise<unknown>): Promise<SmsGuardError> {
  const error = await errorOf(work);
  expect(error).toBeInstanceOf(SmsGuardError);
  expect(error.outcome).toBe('not-sent');
  const shown = inspect(error, { getters: true, showHidden: true }) + JSON.stringify(error);
  expect(shown).not.toMatch(/9198765|44791|18765|secret/);
  return error as SmsGuardError;
}

it('limits that count do so under keys that no other limit has', () => {
  const limits: Readonly<Record<keyof typeof LIMITS, Limit>> = {
    optedOut: LIMITS.optedOut(() => []),
    maxSegments: LIMITS.maxSegments(9),
    countries: LIMITS.countries(new Set(['IN'])),
    perDay: LIMITS.perDay({ recipients: 9 }),
    perRecipient: LIMITS.perRecipient({ count: 9, perMs: MINUTE }),
  };
  const keys = Object.values(limits).flatMap((limit) =>
    'countsOf' in limit
      ? limit.countsOf({ recipients: [NUMBER], values: {} }).map(({ key }) => key)
      : [],
  );
  expect(keys).toContain(NUMBER);
  expect(keys).toEqual([...new Set(keys)]);
});

describe('guard.countries', () => {
  it.each([
    ['another country', '+447911123456'],
    ['another country with the same calling code', '+18765551234'], // Jamaica
    ['no country at all', '99900000001'],
  ])('refuses a number of %s, with no request', async (_what, to) => {
    const account = accountWith({ countries: ['IN', 'US'] });
    const error = await refusalOf(account.sms.send({ to: [NUMBER, to], text: 'secret' }));
    expect(error).toMatchObject({ code: 'country', retryable: false });
    expect(error.message).toContain('1 of 2 recipients');
    expect(error.recipients).toEqual([to.replace('+', '')]);
    expect(account.sends).toEqual([]);
    expect(account.observed.failed).toEqual(['country']);
  });

  it.each([
    ['IN', '+919876543210'],
    ['US', '+12015550123'],
    ['JM', '+18765551234'],
    ['KZ', '+77012345678'],
  ])('allows a number of %s', async (country, to) => {
    const account = accountWith({ countries: [country] });
    expect((await account.sms.send({ to, text: 'hi' })).accepted).toHaveLength(1);
  });

  it.each([
    ['+1 900 234 5678', 'US'],
    ['+44 871 234 5678', 'GB'],
    ['+44 843 234 5678', 'GB'],
  ])('refuses %s of an allowed country, because it costs its caller more', async (to, country) => {
    const account = accountWith({ countries: [country] });
    const error = await refusalOf(account.sms.send({ to, text: 'secret' }));
    expect(error).toMatchObject({ code: 'country', recipients: [to.replace(/\D/g, '')] });
    expect(error.message).toMatch(/\) is premium-rate or shared-cost\. Nothing was/);
    const abroad = await refusalOf(
      account.sms.send({ to: [to, '+91 98765 43210'], text: 'secret' }),
    );
    expect(abroad.message).toMatch(
      /2 of 2 .*\) are in another country, premium-rate or shared-cost\./,
    );
  });

  it('allows personal numbers, and without it nothing is refused for its cost', async () => {
    const [british, open] = [accountWith({ countries: ['GB'] }), accountWith({})];
    const personal = await british.sms.send({ to: '+44 70 1234 5678', text: 'hi' });
    const costly = await open.sms.send({ to: '+1 900 234 5678', text: 'hi' });
    expect([personal.accepted, costly.accepted]).toEqual([['447012345678'], ['19002345678']]);
  });

  it('in a broadcast reports a refused number in a separate outcome, and sends the rest', async () => {
    const account = accountWith({ countries: ['IN'] });
    const numbers = [NUMBER, '447911123456', NUMBER, OTHER];
    const outcomes = await outcomesOf(account.sms.broadcast({ text: 'hi' }, numbers));
    expect(outcomes).toMatchObject([
      {
        index: 1,
        status: 'not-sent',
        message: { to: ['447911123456'] },
        error: { code: 'country' },
      },
      { index: 0, status: 'accepted', receipt: { accepted: [NUMBER, OTHER] } },
    ]);
    expect(account.observed.failed).toEqual(['country']);
  });
});

describe('guard.maxSegments', () => {
  const LONG = 'x'.repeat(161);

  it('refuses a longer text, in a send and at the start of a broadcast', async () => {
    const account = accountWith({ maxSegments: 1 });
    const error = await refusalOf(account.sms.send({ to: NUMBER, text: LONG }));
    expect(error).toMatchObject({ code: 'segments', retryable: false });
    expect(error.message).toMatch(/takes 2 segments.*maxSegments is 1/);
    await refusalOf(account.sms.broadcast({ text: LONG }, [NUMBER]).finish());
    expect(account.sends).toEqual([]);
    expect((await account.sms.send({ to: NUMBER, text: LONG.slice(1) })).accepted).toHaveLength(1);
  });
});

describe('guard.perRecipient', () => {
  const TWO = { perRecipient: { count: 2, perMs: 10 * MINUTE } };

  it('refuses a number that has had enough, however it is written, until retryAfter', async () => {
    const clock = holdTimers();
    const account = accountWith(TWO);
    await account.sms.send({ to: NUMBER, text: 'hi' });
    await account.sms.send({ to: '+91 098765 43210', text: 'hi' });
    const error = await refusalOf(account.sms.send({ to: `+${NUMBER}`, text: 'secret' }));
    expect(error).toMatchObject({ code: 'recipient-limit', retryable: true });
    expect(error.message).toContain('91••••••3210');
    expect((await account.sms.send({ to: OTHER, text: 'hi' })).accepted).toEqual([OTHER]);
    await clock.pass(error.retryAfter! - 1);
    await refusalOf(account.sms.send({ to: NUMBER, text: 'hi' }));
    await clock.pass(1);
    expect((await account.sms.send({ to: NUMBER, text: 'hi' })).accepted).toEqual([NUMBER]);
  });

  it('refuses a send of which one number is over as a whole, and counts none of it', async () => {
    const account = accountWith(TWO);
    for (const _ of [1, 2]) await account.sms.send({ to: NUMBER, text: 'hi' });
    const error = await refusalOf(account.sms.send({ to: [OTHER, NUMBER], text: 'hi' }));
    expect(error.message).toContain('1 of 2 recipients (91••••••3210)');
    expect(error.recipients).toEqual([NUMBER]);
    for (const _ of [1, 2]) await account.sms.send({ to: OTHER, text: 'hi' });
    expect(account.sends).toHaveLength(4);
  });

  describe('refuses a number that is not valid in its plan, because it may be a spelling of another one', () => {
    const SPELLINGS = ['+91009876543210', '+91919876543210', '+910919876543210'];
    const INVALID = { code: 'message-invalid', issues: [{ path: 'to' }] };

    it.each(['strict', 'possible', 'any'] as const)('with the numbers %s', async (numbers) => {
      const account = new FakeAccount(accept, { guard: TWO, numbers });
      for (const to of SPELLINGS) {
        const error = await errorOf(account.sms.send({ to, text: 'hi' }));
        expect(error).toMatchObject(INVALID);
        expect(inspect(error)).not.toContain('9876543');
      }
      expect(account.sends).toEqual([]);
    });

    it('and its country first', async () => {
      const to = '+91009876543210';
      const abroad = accountWith({ ...TWO, countries: ['US'] });
      expect(await refusalOf(abroad.sms.send({ to, text: 'hi' }))).toMatchObject({
        code: 'country',
      });
      const athome = accountWith({ ...TWO, countries: ['IN'] });
      expect(await errorOf(athome.sms.send({ to, text: 'hi' }))).toMatchObject(INVALID);
    });

    it('and in a broadcast it alone', async () => {
      const account = accountWith(TWO);
      const run = account.sms.broadcast({ text: 'hi' }, [NUMBER, '+91009876543210', OTHER]);
      const outcomes = await outcomesOf(run);
      expect(outcomes.toSorted((a, b) => a.index - b.index)).toMatchObject([
        { index: 0, status: 'accepted', message: { to: [NUMBER, OTHER] } },
        { index: 1, status: 'not-sent', error: { code: 'message-invalid' } },
      ]);
    });

    it('but not without perRecipient', async () => {
      const account = accountWith({ perDay: { recipients: 9 } });
      const to = '+91009876543210';
      expect((await account.sms.send({ to, text: 'hi' })).accepted).toEqual(['91009876543210']);
    });
  });

  it('in a broadcast reports a number over its limit in a separate outcome', async () => {
    const account = accountWith(TWO);
    for (const _ of [1, 2]) await account.sms.send({ to: numberAt(5), text: 'hi' });
    const run = account.sms.broadcast({ text: 'hi' }, counted(10, numberAt), { batchSize: 5 });
    const outcomes = await outcomesOf(run);
    expect(outcomes.toSorted((a, b) => a.index - b.index)).toMatchObject([
      { index: 0, status: 'accepted' },
      { index: 5, status: 'not-sent', message: { to: [numberAt(5)] } },
      { index: 6, status: 'accepted', message: { to: [6, 7, 8, 9].map(numberAt) } },
    ]);
    expect(await run).toMatchObject({ recipients: { accepted: 9, 'not-sent': 1 } });
    expect(account.observed.failed).toEqual(['recipient-limit']);
  });

  it('in sendMany fails the message alone', async () => {
    const account = accountWith(TWO);
    const messages = counted(3, () => ({ to: [NUMBER, OTHER], text: 'hi' }));
    const options = { concurrency: 1 };
    expect(await account.sms.sendMany(messages, options)).toMatchObject({
      accepted: 2,
      'not-sent': 1,
    });
    expect(account.observed.failed).toEqual(['recipient-limit']);
  });

  it('gives back what was not sent, and counts what may have been', async () => {
    const refusing = accountWith(TWO, (send) => send.refuse());
    for (const _ of [1, 2, 3]) {
      await expect(refusing.sms.send({ to: NUMBER, text: 'hi' })).rejects.toMatchObject({
        code: 'connection-lost',
      });
    }
    const losing = accountWith(TWO, (send) => send.lose());
    for (const _ of [1, 2]) await errorOf(losing.sms.send({ to: NUMBER, text: 'hi' }));
    await refusalOf(losing.sms.send({ to: NUMBER, text: 'hi' }));
  });

  it('gives back what was counted for numbers that the gateway rejected', async () => {
    const guard = { perRecipient: { count: 1, perMs: MINUTE } };
    const account = accountWith(guard, (send) => send.accept(send.recipients.slice(1)));
    const to = [NUMBER, OTHER];
    expect((await account.sms.send({ to, text: 'hi' })).rejected).toEqual([OTHER]);
    expect((await refusalOf(account.sms.send({ to, text: 'hi' }))).recipients).toEqual([NUMBER]);
  });

  it('counts a send once, however often it is retried', async () => {
    const answers = [{ status: 429 }, { status: 429 }, acceptance()];
    const gateway = await ScriptedGateway.listen({ send: (_send, count) => answers[count - 1]! });
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: PASSWORD_AUTH,
      retry: { attempts: 3, base: 0 },
      guard: { perRecipient: { count: 1, perMs: MINUTE } },
    });
    expect((await sms.send({ to: NUMBER, text: 'hi' })).held).toEqual([]);
    expect(gateway.sends).toHaveLength(3);
    await refusalOf(sms.send({ to: NUMBER, text: 'hi' }));
    expect(gateway.sends).toHaveLength(3);
  });

  it('also holds for messages of high priority', async () => {
    const account = accountWith({ perRecipient: { count: 1, perMs: MINUTE } });
    const high = { priority: 'high' } as const;
    await account.sms.send({ to: NUMBER, text: 'hi' }, high);
    const error = await refusalOf(account.sms.send({ to: NUMBER, text: 'hi' }, high));
    expect(error.code).toBe('recipient-limit');
  });
});

describe('guard.perDay', () => {
  const DAY = 24 * 60 * MINUTE;

  it('refuses what passes it in any 24 hours, until retryAfter', async () => {
    const clock = holdTimers();
    const account = accountWith({ perDay: { recipients: 3 } });
    await account.sms.send({ to: [NUMBER, OTHER], text: 'hi' });
    await clock.pass(DAY / 2);
    await account.sms.send({ to: NUMBER, text: 'hi' });
    const error = await refusalOf(account.sms.send({ to: NUMBER, text: 'hi' }));
    expect(error).toMatchObject({ code: 'daily-limit', retryable: true });
    expect(error.retryAfter).toBeGreaterThanOrEqual(DAY / 2);
    expect(error.retryAfter).toBeLessThanOrEqual(DAY / 2 + 5 * MINUTE);
    await clock.pass(error.retryAfter!);
    expect((await account.sms.send({ to: [NUMBER, OTHER], text: 'hi' })).accepted).toHaveLength(2);
  });

  it('says that a send with more recipients than a day may have can never be sent', async () => {
    const account = accountWith({ perDay: { recipients: 2 } });
    const to = [...counted(3, numberAt)];
    expect(await refusalOf(account.sms.send({ to, text: 'hi' }))).toMatchObject({
      code: 'daily-limit',
      retryable: false,
    });
  });

  it('reports an outcome for batches of a broadcast that do not fit, with both limits set', async () => {
    const perRecipient = { count: 1, perMs: MINUTE };
    const account = accountWith({ perDay: { recipients: 7 }, perRecipient });
    const options = { batchSize: 3, concurrency: 1 };
    const run = account.sms.broadcast({ text: 'hi' }, counted(9, numberAt), options);
    expect(await run).toMatchObject({ accepted: 2, 'not-sent': 1 });
    expect(account.observed.failed).toEqual(['daily-limit']);
  });
});
