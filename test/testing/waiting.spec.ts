import { GatewaySimulator } from '../../simulator/index.js';
import type { SmsService } from '../../lib/index.js';
import { SmsTestingError, SmsTestingService } from '../../lib/extras/testing/index.js';
import { setClock } from '../support/clock.js';
import { caughtFrom } from './caught.js';

const TO = '919876543210';
const OTHER = '447400900123';

describe('waitFor', () => {
  it('returns a send that is already there, or the newest of several', async () => {
    const sms = new SmsTestingService();
    await sms.send({ to: TO, text: 'first' });
    await sms.send({ to: TO, text: 'second' });
    expect((await sms.waitFor({ to: TO })).text).toBe('second');
  });

  it('returns a send that comes later', async () => {
    const sms = new SmsTestingService();
    const waiting = sms.waitFor({ to: TO, text: /this/ });
    await sms.send({ to: OTHER, text: 'this, to another' });
    setTimeout(() => void sms.send({ to: TO, text: 'this one' }), 20);
    expect((await waiting).text).toBe('this one');
  });

  it('gives up in time, saying what was sent instead', async () => {
    const sms = new SmsTestingService();
    await sms.send({ to: OTHER, text: 'x' });
    const error = await caughtFrom(sms.waitFor({ to: TO, timeout: 10 }));
    expect(error).toBeInstanceOf(SmsTestingError);
    expect(error.message).toContain(
      "No message that matches { to: '919876543210' } was sent within 10 ms.",
    );
    expect(error.message).toContain("to '447400900123': 'x'");
    expect(error.stack).toContain('waiting.spec');
  });

  it('waits for longer than a timer lasts', async () => {
    const sms = new SmsTestingService();
    const waiting = sms.waitFor({ timeout: Infinity });
    await new Promise((resolve) => void setTimeout(resolve, 5));
    await sms.send({ to: TO, text: 'x' });
    expect((await waiting).text).toBe('x');
  });
});

describe('otp', () => {
  it('returns no code from before `since`', async () => {
    const sms = new SmsTestingService();
    const clock = setClock('2026-03-17T14:30:00Z');
    await sms.send({ to: TO, text: 'Your code is 111111' });
    clock.pass(1);
    const since = new Date();
    expect(sms.find({ since })).toEqual([]);
    const error = await caughtFrom(sms.otp({ to: TO, since, timeout: 0 }));
    expect(error.message).toContain('since: 2026-03-17T14:30:00.001Z');
    expect(error.message).toContain('Nothing was sent after that.');
    const waiting = sms.otp({ to: TO, since });
    await sms.send({ to: TO, text: 'Your code is 222222' });
    expect(await waiting).toBe('222222');
    const wrong = await caughtFrom(sms.waitFor({ since: new Date('x') }));
    expect(wrong.message).toContain('since is not valid. Provide a Date');
  });

  it('says that a matching message has no code in it', async () => {
    const sms = new SmsTestingService();
    await sms.send({ to: TO, text: 'Hello' });
    const error = await caughtFrom(sms.otp({ to: TO, timeout: 0 }));
    expect(error.message).toContain(
      "No message with a one-time password that matches { to: '919876543210' } was sent",
    );
    expect(error.message).toContain('(does not match: one-time password)');
  });
});

describe('the same test code', () => {
  it('runs with the kit and with the simulator', async () => {
    await using gateway = await GatewaySimulator.start();
    const { url } = gateway;
    const send = async (text: string) => {
      const body = new URLSearchParams({ userid: 'demo', mobile: TO, msg: text });
      const headers = { apikey: 'demo-api-key' };
      await fetch(`${url}/SMSApi/send`, { method: 'POST', headers, body });
    };
    const sms = new SmsTestingService();
    const worlds = [
      { inbox: gateway, send },
      { inbox: sms, send: (text: string) => (sms satisfies SmsService).send({ to: TO, text }) },
    ];
    for (const { inbox, send: sendIn } of worlds) {
      await sendIn('Your code is 111111');
      const first = await inbox.waitFor({ to: '+91 98765 43210', text: /code/ });
      expect(first).toMatchObject({ to: [TO], text: 'Your code is 111111', otp: '111111' });
      await sendIn('Your code is 222222');
      await sendIn('Thank you');
      expect(await inbox.otp({ to: TO, after: first.id })).toBe('222222');
    }
  });
});
