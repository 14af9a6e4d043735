import {
  SmsAuthenticationError,
  SmsRejectedError,
  SmsResponseError,
  SmsTransportError,
} from '../../lib/index.js';
import { SmsTestingError, SmsTestingService } from '../../lib/extras/testing/index.js';
import { caught, caughtFrom } from './caught.js';

const TO = '919876543210';
const OTHER = '447400900123';
const message = { to: TO, text: 'Your code is 482913' };

describe('failNext', () => {
  it.each([
    ['not-sent', SmsTransportError, 'connection-failed', 'not-sent', true],
    ['unknown', SmsTransportError, 'connection-lost', 'unknown', false],
    ['credentials-refused', SmsAuthenticationError, 'credentials-refused', 'not-sent', false],
  ] as const)('%s is the real error', async (failure, type, code, outcome, retryable) => {
    const sms = new SmsTestingService();
    sms.failNext(failure);
    const error = await caughtFrom(sms.send(message));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ code, outcome, retryable });
    await expect(sms.send(message)).resolves.toBeDefined();
  });

  it('rejects with code and reason, masked like the real one', async () => {
    const sms = new SmsTestingService();
    sms.failNext('rejected', { statusCode: '147', reason: `Blocked: ${TO}, ${message.text}` });
    const error = await caughtFrom(sms.send(message));
    expect(error).toBeInstanceOf(SmsRejectedError);
    expect(error).toMatchObject({
      statusCode: '147',
      reason: 'Blocked: ••••••',
      raw: { status: 'error', statusCode: '147' },
    });
    sms.failNext('rejected');
    await expect(sms.send(message)).rejects.toMatchObject({ statusCode: '203' });
  });

  it('has the real outcome of a code that means something else', async () => {
    const sms = new SmsTestingService();
    sms.failNext('rejected', { statusCode: '216' }).failNext('rejected', { statusCode: '504' });
    await expect(sms.send(message)).rejects.toMatchObject({ code: 'credentials-refused' });
    await expect(sms.send(message)).rejects.toMatchObject({ code: 'answer-unclear' });
  });

  it('throttles, with the time to wait', async () => {
    const sms = new SmsTestingService();
    sms.failNext('throttled', { retryAfter: 1_500 });
    await expect(sms.send(message)).rejects.toMatchObject({ code: 'throttled', retryAfter: 2_000 });
  });

  it('throws the given error', async () => {
    const sms = new SmsTestingService();
    const error = new SmsResponseError('answer-unclear', 'unclear', { httpStatus: 200 });
    sms.failNext(error);
    expect(await caughtFrom(sms.send(message))).toBe(error);
  });

  it('fails exactly as many sends as planned, one plan after the other', async () => {
    const sms = new SmsTestingService();
    sms.failNext('unknown', 2).failNext('rejected', { count: 1 });
    const codes = [];
    for (let round = 0; round < 4; round += 1) {
      codes.push(
        await sms.send(message).then(
          () => 'accepted',
          ({ code }: SmsTransportError) => code,
        ),
      );
    }
    expect(codes).toEqual(['connection-lost', 'connection-lost', 'rejected', 'accepted']);
  });

  it('does not count an invalid message as a send', async () => {
    const sms = new SmsTestingService();
    sms.failNext('unknown');
    await expect(sms.send({ to: TO, text: '' })).rejects.toMatchObject({ code: 'message-invalid' });
    await expect(sms.send(message)).rejects.toMatchObject({ code: 'connection-lost' });
  });

  it('lists failed sends separately', async () => {
    const sms = new SmsTestingService();
    sms.failNext('unknown');
    const error = await caughtFrom(sms.send(message));
    expect(sms.sent).toEqual([]);
    expect(sms.failed).toMatchObject([{ to: [TO], text: message.text, error }]);
    expect(sms.failed[0]?.error).toBe(error);
  });

  it('refuses an unknown failure, and says which exist', () => {
    const sms = new SmsTestingService();
    const plan = (...given: unknown[]) =>
      caught(() => Reflect.apply(sms.failNext, sms, given)).message;
    expect(plan('boom')).toContain('use not-sent, unknown, rejected');
    expect(plan('toString')).toContain('use not-sent');
    expect(plan(new Error('boom'))).toContain('an error of nestjs-sms-gateway');
    expect(plan('rejected', { status: '147' })).toContain('use count, statusCode, reason');
    expect(plan('unknown', { reason: 'No.' })).toContain('unknown option reason; use count.');
    expect(plan('unknown', 0)).toContain('whole number of at least 1');
    expect(caught(() => sms.failNext('unknown', 0))).toBeInstanceOf(SmsTestingError);
  });
});

describe('rejectNumbers', () => {
  it('lists a number as rejected in the receipt, and the others as accepted', async () => {
    const sms = new SmsTestingService();
    sms.rejectNumbers('+44 7400 900123');
    const receipt = await sms.send({ to: [TO, OTHER], text: 'x' });
    expect(receipt).toMatchObject({ accepted: [TO], rejected: [OTHER] });
    const tally = await sms.broadcast({ text: 'x' }, [TO, OTHER]).finish();
    expect(tally.recipients).toMatchObject({ accepted: 1, rejected: 1 });
  });

  it('counts a rejected number as not sent to', async () => {
    const sms = new SmsTestingService();
    sms.rejectNumbers(OTHER);
    await sms.send({ to: [TO, OTHER], text: 'x' });
    sms.expectSent({ to: TO });
    expect(() => sms.expectNothingSent({ to: OTHER })).not.toThrow();
    expect(caught(() => sms.expectSent({ to: OTHER })).message).toContain(
      "rejected '447400900123' (does not match: to)",
    );
  });

  it('rejects a send that has no other number', async () => {
    const sms = new SmsTestingService();
    sms.rejectNumbers(OTHER);
    await expect(sms.send({ to: OTHER, text: 'x' })).rejects.toMatchObject({
      code: 'rejected',
      statusCode: '122',
    });
    sms.expectNothingSent();
  });

  it('refuses an invalid number, without showing it', () => {
    const error = caught(() => new SmsTestingService().rejectNumbers('0044 7700 900123'));
    expect(error.message).toContain('replace it with +');
    expect(error.message).not.toContain('900123');
  });
});
