import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type SendOptions, type SmsGatewayError, SmsMessageError } from '../../lib/index.js';
import { SmsTestingService } from '../../lib/extras/testing/index.js';

const TO = '919876543210';
const OTHER = '447400900123';

describe('SmsTestingService as an SmsService', () => {
  it('returns a receipt like the real one', async () => {
    const sms = new SmsTestingService();
    const receipt = await sms.send({ to: ['+91 98765 43210', OTHER], text: 'Grüße 😀' });
    expect(receipt).toMatchObject({
      accepted: [TO, OTHER],
      rejected: [],
      segments: { encoding: 'UCS-2', count: 1 },
      raw: { status: 'success', statusCode: '200', mobile: `${TO},${OTHER}` },
    });
    expect(receipt.transactionId).toMatch(/^\d{19}$/);
    expect(String(Number(receipt.transactionId))).not.toBe(receipt.transactionId);
    expect((await sms.send({ to: TO, text: 'again' })).transactionId).not.toBe(
      receipt.transactionId,
    );
  });

  it('has the balance that the test sets, until clear', async () => {
    const sms = new SmsTestingService();
    const credits = async () => (await sms.balance()).credits;
    expect(await credits()).toBe('1000000');
    expect(await sms.setBalance(0).balance()).toMatchObject({ credits: '0', raw: {} });
    await sms.send({ to: TO, text: 'hello' });
    expect(await credits()).toBe('0');
    expect(await sms.setBalance('12345678901234567890.5').balance()).toMatchObject({
      credits: '12345678901234567890.5',
      at: expect.any(Date),
    });
    sms.clear();
    expect(await credits()).toBe('1000000');
    await expect(sms.balance({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it.each(['much', '', Number.NaN, Infinity, 2 ** 60, null])(
    'refuses %p as a balance, and keeps the one that it had',
    async (credits) => {
      const sms = new SmsTestingService().setBalance('5');
      expect(() => sms.setBalance(credits as string)).toThrow(/setBalance.+'1234\.50'/);
      expect((await sms.balance()).credits).toBe('5');
    },
  );

  it('keeps what was sent: digits, text, defaults, segments, time, receipt', async () => {
    const sms = new SmsTestingService({
      defaults: { senderId: 'MYSHOP', dltEntityId: '1701', fields: { a: '1' }, type: 'auto' },
    });
    const before = Date.now();
    const receipt = await sms.send(
      { to: '+91 98765-43210', text: 'Hello ✓', fields: { b: '2' }, duplicateCheck: false },
      { priority: 'high' },
    );
    const [sent] = sms.sent;
    expect(sent).toMatchObject({
      to: [TO],
      text: 'Hello ✓',
      senderId: 'MYSHOP',
      dltEntityId: '1701',
      type: 'unicode',
      duplicateCheck: false,
      fields: { a: '1', b: '2' },
      segments: { encoding: 'UCS-2', units: 7 },
      priority: 'high',
      otp: null,
      receipt,
    });
    expect(Date.parse(sent?.at ?? '')).toBeGreaterThanOrEqual(before);
    expect(sent?.id).toMatch(/^\d{16}$/);
  });

  it('checks messages like the real one, and sends no invalid one', async () => {
    const sms = new SmsTestingService({ defaultCountry: 'IN' });
    await expect(sms.send({ to: '12', text: '' })).rejects.toBeInstanceOf(SmsMessageError);
    await expect(
      sms.send({ to: TO, text: 'x' }, { priority: 'urgent' as 'high' }),
    ).rejects.toMatchObject({ issues: [{ path: 'options.priority' }] });
    expect(sms.sent).toEqual([]);
    await sms.send({ to: '98765 43210', text: 'national' });
    expect(sms.expectSent({ to: '98765 43210' }).to).toEqual([TO]);
  });

  it('checks numbers as strictly as the real one, or as its options say', async () => {
    const strict = new SmsTestingService();
    const issue = expect.stringContaining('is not a valid number in Iran');
    await expect(strict.send({ to: '98765 43210', text: 'x' })).rejects.toMatchObject({
      issues: [{ path: 'to', message: issue }],
    });
    expect(() => strict.rejectNumbers('98765 43210')).toThrow('is not a valid number in Iran');
    const any = new SmsTestingService({ numbers: 'any' });
    await any.send({ to: '98765 43210', text: 'x' });
    expect(any.expectSent({ to: '9876543210' }).to).toEqual(['9876543210']);
  });

  it('sends many messages, with one outcome each', async () => {
    const sms = new SmsTestingService();
    sms.failNext('rejected');
    const outcomes = [];
    const messages = ['one', '', 'three'].map((text) => ({ to: TO, text }));
    for await (const outcome of sms.sendMany(messages)) outcomes.push(outcome);
    const inOrder = outcomes.toSorted((left, right) => left.index - right.index);
    expect(inOrder.map(({ status }) => status)).toEqual(['not-sent', 'not-sent', 'accepted']);
    expect(sms.sent.map(({ text }) => text)).toEqual(['three']);
  });

  it('broadcasts in batches, one send each', async () => {
    const sms = new SmsTestingService();
    const recipients = [TO, 'no number', OTHER, '4915112345678'];
    const tally = await sms.broadcast({ text: 'Sale' }, recipients, { batchSize: 2 }).finish();
    expect(tally).toEqual({
      accepted: 2,
      'not-sent': 1,
      unknown: 0,
      held: 0,
      codes: { 'message-invalid': 1 },
      recipients: { accepted: 3, rejected: 0, 'not-sent': 1, unknown: 0, held: 0 },
    });
    expect(sms.sent.map(({ to }) => to)).toEqual([[TO, OTHER], ['4915112345678']]);
  });

  it('sends nothing if the signal was already aborted', async () => {
    const sms = new SmsTestingService();
    sms.failNext('rejected');
    const sending = sms.send({ to: TO, text: 'x' }, { signal: AbortSignal.abort() });
    await expect(sending).rejects.toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    await expect(sms.send({ to: TO, text: 'x' })).rejects.toMatchObject({ code: 'rejected' });
  });

  it('keeps messages from numbers out of reach, as the real one does, and shows them', async () => {
    const warning = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const sms = new SmsTestingService({ reach: { only: [TO] } });
    warning.mockRestore();
    const receipt = await sms.send({ to: [TO, OTHER], text: 'x' });
    expect(receipt).toMatchObject({ accepted: [TO], held: [OTHER] });
    expect(sms.sent).toMatchObject([{ to: [TO], text: 'x' }]);
    expect(sms.held).toMatchObject([{ to: [OTHER], text: 'x' }]);
    expect(() => sms.expectSent({ to: OTHER })).toThrow(
      /Kept back by reach:\n {2}\d{16} to '?447400900123'?: ["']x["']/,
    );
    sms.expectNothingSent({ to: OTHER });
    expect(sms.clear().held).toEqual([]);
  });

  it('returns lists that do not grow', async () => {
    const sms = new SmsTestingService();
    const { sent } = sms;
    await sms.send({ to: TO, text: 'x' });
    expect(sent).toEqual([]);
    expect(sms.sent).toHaveLength(1);
  });

  it('opens no socket', async () => {
    const sockets: unknown[] = [];
    const note = (socket: unknown) => sockets.push(socket);
    subscribe('net.client.socket', note);
    const sms = new SmsTestingService();
    await sms.send({ to: TO, text: 'x' });
    await sms.broadcast({ text: 'x' }, [TO, OTHER]).finish();
    unsubscribe('net.client.socket', note);
    expect(sockets).toEqual([]);
  });

  it('clears what was sent and planned, but its ids keep growing', async () => {
    const sms = new SmsTestingService();
    await sms.send({ to: TO, text: 'x' });
    const { id } = sms.expectSent();
    sms.failNext('unknown', 3).rejectNumbers(TO);
    await sms.send({ to: TO, text: 'x' }).catch(() => undefined);
    sms.clear();
    expect([sms.sent, sms.failed]).toEqual([[], []]);
    await sms.send({ to: TO, text: 'later' });
    expect(sms.expectSent({ after: id }).text).toBe('later');
  });
});

it('takes guard and quiet, and counts anew after clear', async () => {
  const sms = new SmsTestingService({
    guard: { perRecipient: { count: 1, perMs: 60_000 }, optedOut: () => ['919876543211'] },
    quiet: { from: '00:00', to: '23:59', timeZone: 'UTC' },
  });
  const code = (to: string, options?: SendOptions) =>
    sms.send({ to, text: 'hi' }, options).then(
      () => 'accepted',
      ({ code: why }: SmsGatewayError) => why,
    );
  const high = { priority: 'high' } as const;
  const now = Date.UTC(2026, 0, 1, 12);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  try {
    expect(await code('919876543210')).toBe('quiet-hours');
    expect(await code('919876543211', high)).toBe('opted-out');
    expect(await code('919876543210', high)).toBe('accepted');
    expect(await code('919876543210', high)).toBe('recipient-limit');
    expect(sms.failed.map(({ error }) => error.code)).toContain('opted-out');
    sms.clear();
    expect(await code('919876543210', high)).toBe('accepted');
  } finally {
    clock.mockRestore();
  }
});
