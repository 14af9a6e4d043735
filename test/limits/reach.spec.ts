import { memberOf } from '../../lib/core/common/members.js';
import type { SmsEvent, SmsGatewayOptions, SmsMessageEvent, SmsReach } from '../../lib/index.js';
import { FakeAccount, type HeldSend } from '../support/fake-account.js';
import { counted, errorOf, numberAt } from '../runs/runs.js';

const IN = '919876543210';
const OUT = '919111111111';
const HELD_ID = /^held-[0-9a-f]{8}-[0-9a-f-]{27}$/;

const REACHES = ['none', { only: [IN] }, { redirectTo: IN }] as const;

const accountWith = (reach: SmsReach, more: Partial<SmsGatewayOptions> = {}) =>
  new FakeAccount((send) => send.accept(), { reach, ...more });

describe('reach', () => {
  it("is 'all' by default: nothing is held, and nothing is said at start", async () => {
    const account = new FakeAccount((send) => send.accept());
    expect(await account.sms.send({ to: [IN, OUT], text: 'hi' })).toMatchObject({
      accepted: [IN, OUT],
      held: [],
    });
    expect(account.warnings).toEqual([]);
  });

  it.each([
    ['none' as const, "reach is 'none'"],
    [{ only: ['9198765*', IN] }, 'reach.only'],
    [{ redirectTo: `+${IN}` }, 'reach.redirectTo'],
  ])('that keeps anything back says so once at start (%j)', (reach, words) => {
    const { warnings } = accountWith(reach);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(words);
    expect(warnings[0]).not.toContain('98765');
  });

  it('names its only pattern in the singular', () => {
    const { warnings } = accountWith({ only: ['9198765*'] });
    expect(warnings).toEqual([expect.stringContaining('only numbers that match its pattern are')]);
  });

  it('refuses a number without * that can reach nobody, for example without its country prefix', () => {
    expect(() => accountWith({ only: ['9198765*', '9876543210'] })).toThrow(
      /reach\.only\[1\] is too long or too short for a number in Iran \(\+98\); check it \(98••••3210\)\.$/,
    );
    expect(() => accountWith({ only: ['+44 7700 900123', '98765*'] })).not.toThrow();
  });

  it.each([
    ['a number', [IN]],
    ['the start of a number', ['9198765*']],
    ['a number as people write it', ['+91 98765-43210']],
    ['a number with a trunk prefix', ['+91 098765 43210']],
    ['a number in full-width digits', ['＋９１（９８７６５）４３２１０']],
    ['a number as phones paste it', ['\u202d+919876543210\u202c\n']],
  ])('only sends to what matches %s, and names the rest in the receipt', async (_what, only) => {
    const account = accountWith({ only });
    const receipt = await account.sms.send({ to: [OUT, IN], text: 'hi' });
    expect(receipt).toMatchObject({ accepted: [IN], rejected: [], held: [OUT] });
    expect(account.sends.map(({ recipients }) => recipients)).toEqual([[IN]]);
    expect(account.observed).toEqual({ held: [OUT], failed: [] });
  });

  it('makes no request with nobody in reach, and the app goes on', async () => {
    const account = accountWith('none');
    const receipt = await account.sms.send({ to: [IN, OUT], text: 'hi' });
    expect(receipt).toMatchObject({ accepted: [], rejected: [], held: [IN, OUT], raw: {} });
    expect(receipt.transactionId).toMatch(HELD_ID);
    expect(receipt.segments.count).toBe(1);
    expect(account.sends).toEqual([]);
    expect(account.observed.held).toEqual([IN, OUT]);
  });

  describe.each(REACHES)('%j', (reach) => {
    const message = { to: [OUT, IN], text: 'hi' };

    it('lets guard refuse as in production, and counts in this process only', async () => {
      const asked: unknown[] = [];
      const ask = (counts: unknown) => Promise.reject(new Error(String(asked.push(counts))));
      const store = { take: ask, giveBack: ask };
      const perRecipient = { count: 2, perMs: 60_000 };
      const guard = { perRecipient, perDay: { recipients: 5 }, countries: ['IN'], store };
      const account = accountWith(reach, { guard });
      const code = async (to: string | readonly string[]) =>
        memberOf(await errorOf(account.sms.send({ to, text: 'hi' })), 'code');
      for (const _ of [1, 2]) await account.sms.send(message);
      expect(await code(OUT)).toBe('recipient-limit');
      expect(await code('+447911123456')).toBe('country');
      expect(await code([numberAt(1), numberAt(2)])).toBe('daily-limit');
      await account.sms.send({ to: numberAt(1), text: 'hi' });
      expect(asked).toEqual([]);
      // Besides that at the start.
      expect(account.warnings).toHaveLength(1);
    });

    it('has no quiet hours', async () => {
      const account = accountWith(reach, { quiet: allDay() });
      expect(await account.sms.send(message)).toHaveProperty('transactionId');
    });
  });

  it.each(REACHES.slice(1))(
    'counts nothing for a message that was not sent (%j)',
    async (reach) => {
      const guard = { perRecipient: { count: 1, perMs: 60_000 } };
      let isDown = true;
      const end = (send: HeldSend) => (isDown ? send.refuse() : send.accept());
      const account = new FakeAccount(end, { reach, guard });
      const send = () => account.sms.send({ to: [OUT, IN], text: 'hi' });
      expect(await errorOf(send())).toMatchObject({ outcome: 'not-sent' });
      isDown = false;
      expect(await send()).toHaveProperty('transactionId');
    },
  );

  it('counts numbers that are held when the others are rejected', async () => {
    const guard = { perRecipient: { count: 1, perMs: 60_000 } };
    const rejecting = (send: HeldSend) => send.accept([IN]);
    const account = new FakeAccount(rejecting, { reach: { only: [IN] }, guard });
    const send = (to: string | string[]) => errorOf(account.sms.send({ to, text: 'hi' }));
    expect(await send([OUT, IN])).toMatchObject({ code: 'recipients-rejected' });
    expect(await send(IN)).toMatchObject({ code: 'recipients-rejected' });
    expect(await send(OUT)).toMatchObject({ code: 'recipient-limit' });
  });

  it('counts what is held in the tally of a run, in sends and in numbers', async () => {
    const account = accountWith({ only: [`${numberAt(0)}`, `${numberAt(1)}`] });
    const batches = account.sms.broadcast({ text: 'hi' }, counted(10, numberAt), { batchSize: 4 });
    expect(await batches).toEqual({
      accepted: 1,
      'not-sent': 0,
      unknown: 0,
      held: 2,
      codes: {},
      recipients: { accepted: 2, rejected: 0, 'not-sent': 0, unknown: 0, held: 8 },
    });
    const messages = [{ to: OUT, text: 'hi' }];
    expect(await account.sms.sendMany(messages)).toMatchObject({ accepted: 0, held: 1 });
  });

  describe('with some numbers in reach, if the send to them', () => {
    const message = { to: [OUT, IN], text: 'hi' };

    /** The error, the tally and the events of a message to one number in reach and one out of it. */
    async function failing(onSend: (send: HeldSend) => void) {
      const account = new FakeAccount(onSend, { reach: { only: [IN] } });
      const error = await errorOf(account.sms.send(message));
      const events: Partial<SmsMessageEvent & SmsEvent>[] = [];
      account.sms.events$.subscribe((event) => events.push(event));
      const { recipients } = await account.sms.sendMany([message]);
      return { error, recipients, events };
    }

    it('may have reached the gateway, counts the others as held', async () => {
      const { error, recipients, events } = await failing((send) => send.lose());
      expect(error).toMatchObject({ outcome: 'unknown' });
      expect(recipients).toMatchObject({ unknown: 1, held: 1 });
      expect(events).toMatchObject([
        { type: 'held', recipients: 1 },
        { type: 'unknown', recipients: 1 },
      ]);
    });

    it('is rejected number by number, names the others in the receipt of the error', async () => {
      const { error, recipients, events } = await failing((send) => send.accept([IN]));
      expect(error).toMatchObject({
        code: 'recipients-rejected',
        receipt: { accepted: [], rejected: [IN], held: [OUT] },
      });
      expect(recipients).toMatchObject({ rejected: 1, held: 1 });
      expect(events).toMatchObject([
        { type: 'held', recipients: 1 },
        { type: 'not-sent', recipients: 1 },
      ]);
    });

    it('definitely did not happen, says so of the whole message, which may be sent again', async () => {
      const { recipients, events } = await failing((send) => send.refuse());
      expect(recipients).toMatchObject({ 'not-sent': 2, held: 0 });
      expect(events).toMatchObject([{ type: 'not-sent', recipients: 2 }]);
    });
  });
});

describe('a redirect', () => {
  const REDIRECT = { redirectTo: `+${IN}` };

  it('sends to its number, with the original one before the text', async () => {
    const account = accountWith(REDIRECT);
    const text = 'x'.repeat(150);
    const receipt = await account.sms.send({ to: OUT, text });
    expect(account.sends).toMatchObject([{ recipients: [IN], text: `[to ${OUT}] ${text}` }]);
    // The receipt is about the original number, and what went out took two segments.
    expect(receipt).toMatchObject({ accepted: [OUT], held: [], segments: { count: 2 } });
  });

  it('makes at most 10 messages of one call, and holds the rest', async () => {
    const account = accountWith(REDIRECT);
    const to = [...counted(12, numberAt)];
    const receipt = await account.sms.send({ to, text: 'hi' });
    expect(account.sends.map(({ text }) => text)).toEqual(
      to.slice(0, 10).map((number) => `[to ${number}] hi`),
    );
    expect(receipt).toMatchObject({ accepted: to.slice(0, 10), held: to.slice(10) });
    // Another call has 10 of its own, even with the same options.
    const options = {};
    await account.sms.send({ to: OUT, text: 'hi' }, options);
    await account.sms.send({ to: OUT, text: 'hi' }, options);
    expect(account.sends).toHaveLength(12);
  });

  it('makes at most 10 messages of a whole run', async () => {
    const account = accountWith(REDIRECT);
    const options = { batchSize: 4, concurrency: 2 };
    const run = account.sms.broadcast({ text: 'hi' }, counted(50, numberAt), options);
    expect(await run).toMatchObject({
      accepted: 3,
      held: 10,
      recipients: { accepted: 10, held: 40 },
    });
    expect(account.sends).toHaveLength(10);
    const messages = counted(30, (index) => ({ to: numberAt(index), text: 'hi' }));
    expect(await account.sms.sendMany(messages)).toMatchObject({ accepted: 10, held: 20 });
  });

  it('does not say that nothing was sent if only the first messages were', async () => {
    const account = new FakeAccount(
      (send) => (account.sends.length === 2 ? send.refuse() : send.accept()),
      { reach: REDIRECT },
    );
    const to = [...counted(3, numberAt)];
    const receipt = await account.sms.send({ to, text: 'hi' });
    expect(receipt).toMatchObject({ accepted: to.slice(0, 1), held: to.slice(1) });
  });

  it('rejects like any send if the first message fails, or one may have been sent', async () => {
    const refused = new FakeAccount((send) => send.refuse(), { reach: REDIRECT });
    const message = { to: [...counted(3, numberAt)], text: 'hi' };
    await expect(refused.sms.send(message)).rejects.toMatchObject({ outcome: 'not-sent' });
    const lost = new FakeAccount(
      (send) => (lost.sends.length === 2 ? send.lose() : send.accept()),
      { reach: REDIRECT },
    );
    await expect(lost.sms.send(message)).rejects.toMatchObject({ outcome: 'unknown' });
    lost.sends.length = 0;
    const { recipients } = await lost.sms.sendMany([message]);
    expect(recipients).toMatchObject({ unknown: 2, held: 1 });
  });

  it('to something that is no number stops the app at start, without showing it', () => {
    expect(() => accountWith({ redirectTo: '0123456' })).toThrow(
      /^The account .default. cannot be created .* reach\.redirectTo begins with 0.*[^0123456]$/,
    );
  });
});

function allDay() {
  const hour = new Date().getUTCHours();
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  return { from: at(22), to: at(3), timeZone: 'UTC' };
}
