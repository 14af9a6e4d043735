import type { LoggerService } from '@nestjs/common';
import {
  OnSms,
  SmsExceptionFilter,
  type SmsEvent,
  SmsService,
  smsChannels,
  type SmsOtpNote,
} from '../../lib/index.js';
import {
  memoryOtpStore,
  redisOtpStore,
  SmsOtpLimitError,
  SmsOtpStoreError,
  type SmsOtpText,
} from '../../lib/otp/index.js';
import { defineTemplate } from '../../lib/templates/index.js';
import { SmsQueueModule, SmsQueue, bullQueueOf } from '../../lib/queue/index.js';
import { SmsReports, SmsReportsModule } from '../../lib/reports/index.js';
import { until } from '../queue/open-queue.js';
import { startStore } from '../queue/stores.mjs';
import { errorOf } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { holdTimers } from '../support/clock.js';
import { codeIn, KEY, NUMBER, openOtp, OTHER_KEY, otherThan, TestStore } from './open-otp.js';
import { OtpCodes } from '../../lib/otp/otp-codes.js';

const unregisteredLine = ({ code }: { code: string }) => ({
  text: `Code ${code}`,
  fields: { dltTemplateId: '1107' },
});

const templateOf = (end: string, values: readonly string[]) =>
  defineTemplate({
    dltTemplateId: '1107160000000000001',
    text: `{#numeric#} is your code for {#numeric#} minutes. - ACME${end}`,
    values,
  });

const given = { to: NUMBER, purpose: 'login' };

/** Collects what is logged. */
function collectLogs() {
  const lines: string[] = [];
  const write = (...parts: unknown[]): void => void lines.push(parts.map(String).join(' '));
  const logger: LoggerService = {
    log: write,
    error: write,
    warn: write,
    debug: write,
    verbose: write,
  };
  return { lines, logger };
}

describe('SmsOtpModule', () => {
  it('names every option that is wrong, and shows no value', async () => {
    const error = await errorOf(
      openOtp({
        keys: ['c0ffee', KEY],
        store: {} as never,
        length: 4,
        ttl: 86_400_000,
        webOtp: 'https://shop.example',
        perRecipient: { starts: 0, perMs: 1 },
        alertBelow: 2,
        resends: 3,
      } as never),
    );
    expect(error).toMatchObject({ code: 'configuration' });
    const { message } = error as Error;
    for (const name of [
      'keys[0]',
      'store',
      'length',
      'ttl',
      'webOtp',
      'perRecipient.starts',
      'alertBelow',
      'resends',
    ]) {
      expect(message).toContain(name);
    }
    expect(message).not.toMatch(/c0ffee|a1a1/);
  });

  it('does not start with a message that lacks the code, or whose template lacks the last line', async () => {
    const lacking = await errorOf(openOtp({ message: () => 'Hello' }));
    expect(lacking).toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('that contains the code'),
    });
    const error = await errorOf(openOtp({ message: unregisteredLine, webOtp: 'shop.example' }));
    expect(error).toMatchObject({
      message: expect.stringContaining('webOtp is not part of the template'),
    });
  });

  describe('with a registered template', () => {
    const LINE = '\n@shop.example #';
    const plain = templateOf('', ['code', 'minutes']);
    const withLine = templateOf(`${LINE}{#numeric#}`, ['code', 'minutes', 'again']);
    const plainMessage = ({ code, minutes }: SmsOtpText) => plain({ code, minutes });
    const lineMessage = ({ code, minutes }: SmsOtpText) => withLine({ code, minutes, again: code });
    const known = { templates: { known: [plain, withLine] } };

    it('sends what the template makes, with its id, and the line of webOtp that is part of it', async () => {
      const one = await openOtp({ message: plainMessage, ttl: 600_000 }, known);
      await one.otp.start(given);
      expect(one.texts()[0]).toMatch(/^\d{6} is your code for 10 minutes\. - ACME$/);
      const other = await openOtp({ message: lineMessage, webOtp: 'shop.example' }, known);
      await other.otp.start(given);
      expect(other.texts()[0]).toMatch(/^(\d{6}) is .* - ACME\n@shop\.example #\1$/);
      expect(JSON.stringify(other.gateway.messages.at(-1))).toContain('1107160000000000001');
    });

    it.each([
      [
        'that lacks the line of webOtp',
        { message: plainMessage, webOtp: 'shop.example' },
        'webOtp',
      ],
      [
        'that has the line of another site',
        { message: lineMessage, webOtp: 'other.example' },
        'webOtp',
      ],
      [
        'that lacks the hash of the app',
        { message: plainMessage, androidHash: 'FA+9qCX9VSu' },
        'androidHash',
      ],
    ])('does not start with one %s', async (_, options, named) => {
      for (const account of [{}, known]) {
        const error = await errorOf(openOtp(options, account));
        expect(error).toMatchObject({
          code: 'configuration',
          message: expect.stringContaining(`the line of ${named} is not part of the template`),
        });
      }
    });

    it('does not start if a text matches none of the templates of the account', async () => {
      for (const options of [{}, { message: ({ code }: SmsOtpText) => `Code ${code}` }]) {
        const error = await errorOf(openOtp(options, known));
        expect(error).toMatchObject({ code: 'configuration' });
        const { message } = error as Error;
        expect(message).toContain('SmsOtpModule cannot send codes: the message is refused.');
        expect(message).toContain('matches no registered template');
      }
    });

    it('does not start if only the text for the last minute matches none of them', async () => {
      const most = defineTemplate({
        dltTemplateId: '1107160000000000002',
        text: 'Your code is {#numeric#}. It is valid for {#numeric#} minutes.',
      });
      const error = await errorOf(openOtp({}, { templates: { known: [most] } }));
      expect(error).toMatchObject({
        code: 'configuration',
        message: expect.stringContaining('matches no registered template'),
      });
    });
  });

  it('does not start without its account, and names the registered ones', async () => {
    const error = await errorOf(openOtp({ name: 'other' }));
    expect(error).toMatchObject({ message: expect.stringContaining("'default'") });
  });

  it('warns if codes go to every country', async () => {
    const { lines, logger } = collectLogs();
    await openOtp({}, { guard: { maxSegments: 2 } }, { logger });
    expect(lines.join('\n')).toContain('guard.countries is not set');
  });

  it.each([
    [{ webOtp: 'shop.example' }, /is valid for 5 minutes\.\n@shop\.example #\d{6}$/],
    [{ androidHash: 'FA+9qCX9VSu' }, /^Your code is \d{6}\. .*\nFA\+9qCX9VSu$/],
    [{ length: 8, ttl: 60_000 }, /^Your code is \d{8}\. It is valid for 1 minute\.$/],
    [{ message: ({ code }: { code: string }) => `${code} is it` }, /^\d{6} is it$/],
  ])('makes the text by its options: %j', async (options, expected) => {
    const { otp, texts } = await openOtp(options);
    await otp.start(given);
    expect(texts()).toEqual([expect.stringMatching(expected)]);
  });

  it('rounds the minutes correctly if the times of its store have fractions', async () => {
    const now = 13_047.663843977374;
    expect(now + 60_000 - now).toBeGreaterThan(60_000);
    const store = { read: async () => ({ now }), swap: async () => true };
    const { otp, texts } = await openOtp({ store, ttl: 60_000 });
    await otp.start(given);
    expect(texts()).toEqual([expect.stringContaining('for 1 minute.')]);
  });

  it('refuses numbers that are not valid in their country, and a start without a purpose', async () => {
    const { otp, texts } = await openOtp();
    for (const to of ['+9112345', 'my phone', '', undefined as never]) {
      const error = await errorOf(otp.start({ to, purpose: 'login' }));
      expect(error).toMatchObject({ code: 'message-invalid', issues: [{ path: 'to' }] });
    }
    const error = await errorOf(otp.start({ to: NUMBER, purpose: '' }));
    expect(error).toMatchObject({ issues: [{ path: 'purpose' }] });
    expect(texts()).toEqual([]);
  });

  it('counts nothing for what guard.perRecipient refuses, and the code sent before still works', async () => {
    const guard = { countries: ['IN'], perRecipient: { count: 1, perMs: 3_600_000 } };
    const limits = { cooldown: 0, sends: 2, perRecipient: { starts: 2, perMs: 3_600_000 } };
    const { otp, texts, lastCode } = await openOtp(limits, { guard });
    const { id } = await otp.start(given);
    for (const send of [() => otp.resend(id), () => otp.start(given)]) {
      for (const _ of [1, 2, 3]) {
        expect(await errorOf(send())).toMatchObject({
          code: 'recipient-limit',
          outcome: 'not-sent',
          retryAfter: expect.any(Number),
        });
      }
    }
    expect(texts()).toHaveLength(1);
    const result = await otp.verify({ id, code: lastCode(), purpose: 'login' });
    expect(result).toEqual({ ok: true, to: NUMBER });
  });

  it('writes no code, number or key to logs, errors, events or channels', async () => {
    const { lines, logger } = collectLogs();
    const notes: unknown[] = [];
    const note = (each: unknown): void => void notes.push(each);
    const channels = [smsChannels.otp, smsChannels.send.asyncEnd, smsChannels.attempt.asyncEnd];
    for (const channel of channels) channel.subscribe(note);
    afterThisTest(() => channels.forEach((channel) => channel.unsubscribe(note)));
    const store = new TestStore(memoryOtpStore());
    const { app, otp, gateway, texts } = await openOtp(
      { store, perRecipient: { starts: 3, perMs: 3_600_000 } },
      {},
      { logger },
    );
    app.get(SmsService).events$.subscribe(note);
    const { id } = await otp.start(given);
    gateway.faults.next('accept-then-drop');
    await otp.start(given);
    gateway.faults.next('refuse');
    const errors = [await errorOf(otp.start(given))];
    await otp.verify({ id, code: otherThan(codeIn(texts()[0] ?? '')), purpose: 'login' });
    await otp.start(given);
    errors.push(await errorOf(otp.start(given)), await errorOf(otp.resend(id)));
    store.failsAfter = 0;
    errors.push(await errorOf(otp.start(given)));
    expect(errors.map((error) => (error as Error).name)).toEqual([
      'SmsRejectedError',
      'SmsOtpLimitError',
      'SmsOtpLimitError',
      'SmsOtpStoreError',
    ]);
    const shown = [lines, notes, errors, errors.map((error) => (error as Error).stack)]
      .map((each) => JSON.stringify(each))
      .join('\n');
    for (const secret of [...texts().map(codeIn), NUMBER, NUMBER.slice(-8), KEY]) {
      expect(shown).not.toContain(secret);
    }
    expect(notes).toContainEqual({ account: 'default', result: 'wrong' });
  });

  it('publishes what happens to codes', async () => {
    const results: string[] = [];
    const note = ({ result }: SmsOtpNote): void => void results.push(result);
    smsChannels.otp.subscribe(note);
    afterThisTest(() => smsChannels.otp.unsubscribe(note));
    const { otp, lastCode } = await openOtp({ cooldown: 0 });
    const { id } = await otp.start(given);
    await otp.resend(id);
    const code = lastCode();
    await otp.verify({ id, code: otherThan(code), purpose: 'login' });
    await otp.verify({ id, code, purpose: 'login' });
    await otp.verify({ id, code, purpose: 'login' });
    expect(results).toEqual(['started', 'resent', 'wrong', 'verified', 'used']);
  });

  it('emits otp-low once few of the last hundred challenges that ended were verified', async () => {
    const shares: number[] = [];
    class Watcher {
      @OnSms('otp-low') low(event: SmsEvent & { type: 'otp-low' }) {
        shares.push(event.share);
      }
    }
    const timers = holdTimers();
    const { otp, lastCode } = await openOtp(
      { alertBelow: 0.2, ttl: 60_000, perRecipient: { starts: 1000, perMs: 3_600_000 } },
      {},
      { modules: [{ module: class WatcherModule {}, providers: [Watcher] }] },
    );
    const startMany = async (count: number, most: number) => {
      for (let index = 0; index < count; index += 1) {
        const { id } = await otp.start(given);
        if (index < most) await otp.verify({ id, code: lastCode(), purpose: 'login' });
      }
      await timers.pass(60_001);
    };
    await startMany(99, 10);
    expect(shares).toEqual([]);
    await startMany(1, 0);
    expect(shares).toEqual([0.1]);
    await startMany(99, 0);
    expect(shares).toEqual([0.1]);
  });
});

describe('SmsExceptionFilter', () => {
  it.each([
    [new SmsOtpLimitError('The code was sent a moment ago', 'default', 1500), 429, '2'],
    [new SmsOtpLimitError('The code was already sent 3 times', 'default'), 429, undefined],
    [new SmsOtpStoreError('default'), 503, undefined],
  ])('answers otp errors with status and Retry-After: case %#', (error, status, retryAfter) => {
    const headers: Record<string, string> = {};
    let answered: number | undefined;
    const adapter = {
      isHeadersSent: () => false,
      setHeader: (_response: unknown, name: string, value: string) => void (headers[name] = value),
      reply: (_response: unknown, _body: unknown, code: number) => void (answered = code),
    };
    const host = {
      getType: () => 'http',
      getArgByIndex: () => ({}),
      switchToHttp: () => ({ getResponse: () => ({}) }),
    };
    new SmsExceptionFilter(adapter as never).catch(error, host as never);
    expect(answered).toBe(status);
    expect(headers['Retry-After']).toBe(retryAfter);
  });
});

describe('a store', () => {
  it.each([
    ['has no time', { read: async () => ({ now: NaN }), swap: async () => true }],
    ['never changes a text', { read: async () => ({ now: 1 }), swap: async () => false }],
  ])('that %s counts as one that failed', async (_, store) => {
    const { otp, texts } = await openOtp({ store });
    expect(await errorOf(otp.start(given))).toBeInstanceOf(SmsOtpStoreError);
    expect(texts()).toEqual([]);
  });

  it('accepts a Redis client that returns numbers as strings', async () => {
    const store = redisOtpStore({ eval: async () => '1' });
    expect(await store.swap('key', undefined, 'text', 1000)).toBe(true);
  });
});

describe('the status of a challenge', () => {
  const modules = [SmsReportsModule.forRoot()];

  it('is what the gateway reports of the newest text that it accepted', async () => {
    const store = new TestStore(memoryOtpStore());
    const { otp, gateway, lastCode } = await openOtp({ store, cooldown: 0 }, {}, { modules });
    const { id } = await otp.start(given);
    const delivered = await until(
      () => otp.status(id),
      (found) => found !== undefined,
    );
    expect(delivered).toEqual({ state: 'delivered', cause: '000', at: expect.any(Number) });
    gateway.faults.next('delivery-failed');
    await otp.resend(id);
    await until(
      () => otp.status(id),
      (found) => found?.state === 'failed',
    );
    gateway.faults.next('accept-then-drop');
    await otp.resend(id);
    expect(await otp.status(id)).toMatchObject({ state: 'failed' });
    expect(await otp.verify({ id, code: lastCode(), purpose: 'login' })).toMatchObject({
      ok: true,
    });
    for (const unknown of ['', 'A'.repeat(22), undefined as never]) {
      expect(await otp.status(unknown)).toBeUndefined();
    }
  });

  it('is undefined without SmsReportsModule, and then costs no step of the store', async () => {
    const store = new TestStore(memoryOtpStore());
    const { otp } = await openOtp({ store });
    const { id } = await otp.start(given);
    expect(store.steps).toBe(4);
    expect(await otp.status(id)).toBeUndefined();
  });

  it('is undefined if the store failed after the text was accepted, which changes nothing else', async () => {
    const store = new TestStore(memoryOtpStore());
    const { otp, lastCode } = await openOtp({ store }, {}, { modules });
    store.failsAfter = 4;
    const { id, outcome } = await otp.start(given);
    expect(outcome).toBe('accepted');
    store.failsAfter = Infinity;
    expect(await otp.status(id)).toBeUndefined();
    expect(await otp.verify({ id, code: lastCode(), purpose: 'login' })).toMatchObject({
      ok: true,
    });
  });

  it('is what the queue knows of the newest text', async () => {
    const { url } = await startStore('PostgreSQL');
    const queueModule = SmsQueueModule.forRoot({
      connection: url,
      encryptionKeys: [OTHER_KEY],
      reports: true,
    });
    const { app, gateway, otp, texts } = await openOtp(
      { queue: true },
      {},
      { modules: [...modules, queueModule] },
    );
    const { id } = await otp.start(given);
    await until(
      async () => texts().length,
      (sent) => sent === 1,
    );
    const { transactionId = '' } = gateway.messages.at(-1) ?? {};
    const body = { transId: transactionId, mobile: NUMBER, status: 'UNDELIV', errorCode: '5' };
    await app.get(SmsReports).receive({ body });
    const status = await until(
      () => otp.status(id),
      (found) => found !== undefined,
    );
    expect(status).toEqual({ state: 'failed', code: '5', at: expect.any(Number) });
  }, 60_000);
});

describe('one-time passwords through the queue', () => {
  it('are added with high priority under a key of their own, sealed, and expire with the code', async () => {
    const store = await startStore('PostgreSQL');
    afterThisTest(() => store.close());
    const queue = SmsQueueModule.forRoot({
      connection: store.url as never,
      encryptionKeys: [OTHER_KEY],
      worker: false,
    });
    const { app, otp } = await openOtp({ queue: true, cooldown: 0 }, {}, { modules: [queue] });
    const { id, outcome } = await otp.start(given);
    expect(outcome).toBe('queued');
    await otp.resend(id);
    const jobs = await (await bullQueueOf(app.get(SmsQueue))).getJobs(['waiting', 'prioritized']);
    expect(jobs).toHaveLength(2);
    expect(jobs.map(({ opts }) => opts.priority ?? 0)).toEqual([0, 0]);
    const stored = JSON.stringify(jobs.map((job) => job.asJSON()));
    expect(stored).not.toMatch(new RegExp(`${NUMBER}|Your code`));
  }, 60_000);

  it('need a queue whose messages are encrypted', async () => {
    const lacking = await errorOf(openOtp({ queue: true }));
    expect(lacking).toMatchObject({
      message: expect.stringContaining('no SmsQueueModule is registered'),
    });
    const queue = SmsQueueModule.forRoot({
      connection: 'postgres://127.0.0.1:1/none',
      worker: false,
    });
    const open = await errorOf(openOtp({ queue: true }, {}, { modules: [queue] }));
    expect(open).toMatchObject({ message: expect.stringContaining('encryptionKeys') });
  });
});

describe('codes', () => {
  const subject = { to: NUMBER, purpose: 'login' };
  const openWith = (codes: OtpCodes, made = codes.create(subject.to, subject.purpose)) => ({
    ...made,
    ...codes.open(made.id, made.sealed),
  });

  it('use all digits, and have the wanted length', () => {
    const codes = new OtpCodes([KEY], 6);
    const made = Array.from({ length: 2000 }, () => openWith(codes).code ?? '');
    expect(made.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(made).size).toBeGreaterThan(1900);
    for (let at = 0; at < 6; at += 1) expect(new Set(made.map((code) => code[at])).size).toBe(10);
  });

  it('can be made again from what is stored and the key, but from neither alone', () => {
    const { id, sealed, code } = openWith(new OtpCodes([KEY], 6));
    expect(new OtpCodes([OTHER_KEY, KEY], 6).open(id, sealed)).toMatchObject({ ...subject, code });
    expect(new OtpCodes([OTHER_KEY], 6).open(id, sealed)).toBeUndefined();
    expect(new OtpCodes([KEY], 6).open('A'.repeat(22), sealed)).toBeUndefined();
  });

  it('are made with a salt of 128 bits that is new each time and stored sealed', () => {
    const codes = new OtpCodes([KEY], 6);
    const made = Array.from({ length: 20 }, () => openWith(codes));
    expect(new Set(made.map(({ salt }) => salt)).size).toBe(20);
    for (const { salt = '', sealed } of made) {
      expect(Buffer.from(salt, 'base64url')).toHaveLength(16);
      expect(sealed).not.toContain(salt);
    }
  });
});
