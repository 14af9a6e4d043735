import { jest } from '@jest/globals';
import { SmsExceptionFilter, SmsRejectedError, SmsService } from '../../lib/index.js';
import {
  memoryOtpStore,
  redisOtpStore,
  SmsOtpLimitError,
  SmsOtpStoreError,
  type SmsOtpText,
} from '../../lib/extras/otp/index.js';
import { OtpCodes } from '../../lib/extras/otp/otp-codes.js';
import { defineTemplate } from '../../lib/extras/templates/index.js';
import { errorOf } from '../support/account.js';
import { holdTimers } from '../support/clock.js';
import { Latch } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';
import { codeIn, KEY, NUMBER, openOtp, OTHER_KEY, otherThan, TestStore } from './open-otp.js';

const unregisteredLine = ({ code }: { code: string }) => ({
  text: `Code ${code}`,
  dltTemplateId: '1107',
});

const templateOf = (end: string, values: readonly string[]) =>
  defineTemplate({
    dltTemplateId: '1107160000000000001',
    text: `{#numeric#} is your code for {#numeric#} minutes. - ACME${end}`,
    values,
  });

/** A code in the digits of a script, of which this is the 0. */
const inDigitsFrom = (zero: string, code: string): string =>
  code.replaceAll(/\d/g, (digit) =>
    String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
  );

const given = { to: NUMBER, purpose: 'login' };

const wrongOption = (problem: string) => ({
  code: 'configuration',
  message: expect.stringContaining(problem),
});

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
        resends: 3,
      } as never),
    );
    expect(error).toMatchObject({ code: 'configuration' });
    const wrong = ['keys[0]', 'store', 'length', 'ttl', 'webOtp', 'perRecipient.starts', 'resends'];
    for (const name of wrong) expect(error.message).toContain(name);
    expect(error.message).not.toMatch(/c0ffee|a1a1/);
  });

  it('does not start with a message that lacks the code, or whose template lacks the last line', async () => {
    const lacking = openOtp({ message: () => 'Hello' });
    await expect(lacking).rejects.toMatchObject(wrongOption('that contains the code'));
    const unregistered = openOtp({ message: unregisteredLine, webOtp: 'shop.example' });
    const problem = wrongOption('webOtp is not part of the template');
    await expect(unregistered).rejects.toMatchObject(problem);
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
      ['webOtp', { message: plainMessage, webOtp: 'shop.example' }],
      ['webOtp', { message: lineMessage, webOtp: 'other.example' }],
      ['androidHash', { message: plainMessage, androidHash: 'FA+9qCX9VSu' }],
    ])('does not start with one that lacks the line of %s: %j', async (named, options) => {
      const problem = wrongOption(`the line of ${named} is not part of the template`);
      for (const account of [{}, known]) {
        await expect(openOtp(options, account)).rejects.toMatchObject(problem);
      }
    });

    it('does not start if a text matches none of the templates of the account, even if it is only that for the last minute', async () => {
      const most = defineTemplate({
        dltTemplateId: '1107160000000000002',
        text: 'Your code is {#numeric#}. It is valid for {#numeric#} minutes.',
      });
      for (const [options, registered] of [
        [{}, known],
        [{ message: ({ code }: SmsOtpText) => `Code ${code}` }, known],
        [{}, { templates: { known: [most] } }],
      ] as const) {
        const { message } = await errorOf(openOtp(options, registered));
        expect(message).toContain('SmsOtpModule cannot send codes: the message is refused.');
        expect(message).toContain('matches no registered template');
      }
    });
  });

  it('does not start without its account, and names the registered ones', async () => {
    const error = await errorOf(openOtp({ name: 'other' }, { name: undefined }));
    expect(error).toMatchObject({ message: expect.stringContaining("'default'") });
  });

  // The code, a space and the line of the hash have 19 bytes.
  it.each(['a'.repeat(121), `${'क'.repeat(40)}a`])(
    'does not start if the message with androidHash has over 140 bytes: %s',
    async (text) => {
      const options = (end: string) => ({
        androidHash: 'FA+9qCX9VSu',
        message: ({ code }: SmsOtpText) => `${code} ${text}${end}`,
      });
      await expect(openOtp(options(''))).resolves.toBeDefined();
      const problem = wrongOption('the message with androidHash has over 140 bytes');
      await expect(openOtp(options('!'))).rejects.toMatchObject(problem);
      await expect(openOtp({ ...options('!'), androidHash: undefined })).resolves.toBeDefined();
    },
  );

  it('warns if codes go to every country', async () => {
    const { lines, logger } = keepLog();
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
      expect(error).toMatchObject({ code: 'argument-invalid', issues: [{ path: 'to' }] });
    }
    const error = await errorOf(otp.start({ to: NUMBER, purpose: '' }));
    expect(error).toMatchObject({ issues: [{ path: 'purpose' }] });
    const forgotten = errorOf(otp.forget('my phone'));
    expect(await forgotten).toMatchObject({ issues: [{ path: 'number' }] });
    expect(texts()).toEqual([]);
  });

  it.each<[string, (code: string) => string]>([
    ['as it is', (code) => code],
    ['with a dash', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['with a long dash', (code) => `${code.slice(0, 3)} – ${code.slice(3)}`],
    ['with a minus sign', (code) => `${code.slice(0, 3)}\u2212${code.slice(3)}`],
    ['in quotes', (code) => `"${code}"`],
    ['in curly quotes', (code) => `“${code}”`],
    ['in guillemets', (code) => `« ${code} »`],
    ['with the end of its sentence', (code) => ` ${code}.\r\n`],
    ['with a # before it', (code) => `#${code}`],
    ['between marks of direction', (code) => `\u200f\u2068${code}\u2069\u061c`],
    ['after a byte order mark', (code) => `\ufeff${code}`],
    ['with zero-width spaces', (code) => [...code].join('\u200b')],
    ['with spaces of other widths', (code) => [...code].join('\u00a0\u3000')],
    ['in full-width digits', (code) => inDigitsFrom('０', code)],
    ['in Arabic digits', (code) => inDigitsFrom('٠', code)],
    ['in Persian digits', (code) => inDigitsFrom('۰', code)],
    ['in Devanagari digits', (code) => inDigitsFrom('०', code)],
    ['in Bengali digits, in quotes', (code) => `'${inDigitsFrom('০', code)}'`],
    ['in bold mathematical digits', (code) => inDigitsFrom('𝟎', code)],
    ['in monospaced mathematical digits', (code) => inDigitsFrom('𝟶', code)],
  ])('accepts a right code that was typed %s', async (_how, type) => {
    const { otp, lastCode } = await openOtp();
    for (let round = 0; round < 3; round += 1) {
      const { id } = await otp.start(given);
      const result = await otp.verify({ id, code: type(lastCode()), purpose: 'login' });
      expect(result).toEqual({ ok: true, to: NUMBER });
    }
  });

  it('refuses to verify if a part is not a string, and counts no attempt', async () => {
    const { otp, lastCode } = await openOtp();
    const { id } = await otp.start(given);
    const code = lastCode();
    const right = { id, code, purpose: 'login' };
    for (const [wrong, paths] of [
      [{ ...right, code: Number(code) }, ['code']],
      [{ ...right, code: [code] }, ['code']],
      [{ ...right, code: undefined }, ['code']],
      [{ ...right, purpose: undefined }, ['purpose']],
      [{ ...right, purpose: '' }, ['purpose']],
      [{ ...right, purpose: ['login'] }, ['purpose']],
      [undefined, ['id', 'code', 'purpose']],
    ] as const) {
      expect(await errorOf(otp.verify(wrong as never))).toMatchObject({
        code: 'argument-invalid',
        issues: paths.map((path) => expect.objectContaining({ path })),
      });
    }
    const result = await otp.verify({ ...right, code: otherThan(code) });
    expect(result).toEqual({ ok: false, reason: 'wrong', checksLeft: 4 });
  });

  it('says that it needs an object instead of a number or a code alone', async () => {
    const { otp } = await openOtp();
    expect(await errorOf(otp.start('+91 98765 43210' as never))).toMatchObject({
      code: 'argument-invalid',
      issues: [{ path: 'argument', message: 'is a string; use an object like { to, purpose }' }],
    });
    expect(await errorOf(otp.verify(['482913'] as never))).toMatchObject({
      issues: [{ message: 'is an array; use an object like { id, code, purpose }' }],
    });
  });

  it.each(['-', 919_876_543_210])('shows a number that it takes if %j is not one', async (to) => {
    const { otp } = await openOtp();
    const error = await errorOf(otp.start({ ...given, to: to as never }));
    const [example = ''] = /\+[\d ]+\d/.exec(String(error)) ?? [];
    expect(await otp.start({ ...given, to: example })).toMatchObject({ outcome: 'accepted' });
  });

  it('says that the id of a resend is missing', async () => {
    const { otp } = await openOtp();
    expect(await errorOf(otp.resend(undefined as never))).toMatchObject({
      code: 'argument-invalid',
      issues: [{ path: 'id', message: 'is missing. Provide the id that start returned' }],
    });
  });

  it('returns the transaction of an accepted text, and none if the outcome is unknown', async () => {
    const { otp, gateway } = await openOtp();
    const started = await otp.start(given);
    const { transactionId } = gateway.messages.at(-1) ?? {};
    expect(started).toMatchObject({ outcome: 'accepted', transactionId });
    gateway.faults.next('accept-then-drop');
    const unknown = await otp.start(given);
    expect(unknown.outcome).toBe('unknown');
    expect(unknown).not.toHaveProperty('transactionId');
  });

  it('says which limit refused a code', async () => {
    const store = new TestStore(memoryOtpStore());
    const perRecipient = { starts: 1, perMs: 3_600_000 };
    const { otp } = await openOtp({ store, sends: 2, perRecipient });
    const { id } = await otp.start(given);
    const { limit, retryAfter } = (await errorOf(otp.resend(id))) as SmsOtpLimitError;
    expect([limit, (retryAfter ?? 0) > 29_000]).toEqual(['cooldown', true]);
    expect(await errorOf(otp.start(given))).toMatchObject({ limit: 'perRecipient' });
    store.ahead = 30_001;
    await otp.resend(id);
    const last = await errorOf(otp.resend(id));
    expect(last).toMatchObject({ limit: 'sends', retryable: false });
    expect(JSON.stringify(last)).toContain('"limit":"sends"');
  });

  it('does not resend a code that expires within 30 s', async () => {
    const store = new TestStore(memoryOtpStore());
    const { otp, texts } = await openOtp({ store });
    const { id } = await otp.start(given);
    store.ahead = 270_010;
    expect(await errorOf(otp.resend(id))).toMatchObject({
      code: 'argument-invalid',
      issues: [{ path: 'id', message: expect.stringContaining('expired') }],
    });
    expect(texts()).toHaveLength(1);
    store.ahead = 260_000;
    await otp.resend(id);
    expect(texts()[1]).toContain('valid for 1 minute.');
  });

  it('keeps the cooldown of a resend if one that began earlier is rejected after it', async () => {
    const store = new TestStore(memoryOtpStore());
    const { app, otp, texts } = await openOtp({ store, sends: 5 });
    const { id } = await otp.start(given);
    store.ahead += 30_001;
    const send = jest.spyOn(app.get(SmsService), 'send');
    const rejected = new SmsRejectedError({ statusCode: '203', reason: '', raw: {} });
    const slow = new Latch();
    send.mockReturnValueOnce(slow.opened.then(() => Promise.reject(rejected)));
    const first = errorOf(otp.resend(id));
    while (send.mock.calls.length === 0) await new Promise(setImmediate);
    store.ahead += 30_001;
    await otp.resend(id);
    slow.open();
    expect(await first).toBeInstanceOf(SmsRejectedError);
    expect(await errorOf(otp.resend(id))).toMatchObject({ limit: 'cooldown' });
    expect(texts()).toHaveLength(2);
    store.ahead += 30_001;
    send.mockRejectedValueOnce(rejected);
    await errorOf(otp.resend(id));
    expect(await otp.resend(id)).toMatchObject({ outcome: 'accepted' });
  });

  it('sends a code again once, however many ask for it at the same moment', async () => {
    const timers = holdTimers();
    const { otp, texts } = await openOtp();
    const { id } = await otp.start(given);
    await timers.pass(30_001);
    await Promise.allSettled(Array.from({ length: 5 }, () => otp.resend(id)));
    expect(texts()).toHaveLength(2);
  });

  it('writes no code, number or key to logs, errors or events', async () => {
    const { lines, logger } = keepLog();
    const notes: unknown[] = [];
    const store = new TestStore(memoryOtpStore());
    const limit = { perRecipient: { starts: 3, perMs: 3_600_000 } };
    const { app, otp, gateway, texts } = await openOtp(
      // Long enough not to occur in an id or a time by chance.
      { store, ...limit, length: 8 },
      {},
      { logger },
    );
    app.get(SmsService).events$.subscribe((event) => notes.push(event));
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
    expect(errors.map(({ name }) => name)).toEqual([
      'SmsRejectedError',
      'SmsOtpLimitError',
      'SmsOtpLimitError',
      'SmsOtpStoreError',
    ]);
    const shown = [lines, notes, errors, errors.map(({ stack }) => stack)]
      .map((each) => JSON.stringify(each))
      .join('\n');
    for (const secret of [...texts().map(codeIn), NUMBER, NUMBER.slice(-8), KEY]) {
      expect(shown).not.toContain(secret);
    }
    expect(notes).not.toHaveLength(0);
  });
});

it.each([
  [new SmsOtpLimitError('cooldown', 'A moment ago', 'default', 1500), 429, ['2'], 'cooldown'],
  [new SmsOtpLimitError('sends', 'Sent 3 times', 'default'), 429, [], 'sends'],
  [new SmsOtpStoreError('default'), 503, [], undefined],
] as const)(
  'SmsExceptionFilter answers %s with %s, Retry-After %j',
  (error, status, after, limit) => {
    const headers: string[] = [];
    const reply = jest.fn();
    const adapter = {
      isHeadersSent: () => false,
      setHeader: (_: unknown, name: string, value: string) =>
        name === 'Retry-After' && headers.push(value),
      reply,
    };
    const request = {
      getArgByIndex: () => ({}),
      switchToHttp: () => ({ getResponse: () => ({}) }),
    };
    const host = { getType: () => 'http', ...request } as never;
    new SmsExceptionFilter(adapter as never).catch(error, host);
    expect(headers).toEqual(after);
    const { retryAfter } = error;
    const body = { outcome: 'not-sent', ...(limit && { limit, retryAfter }) };
    expect(reply).toHaveBeenCalledWith({}, expect.objectContaining(body), status);
  },
);

describe('a store', () => {
  it.each([
    ['has no time', { read: async () => ({ now: NaN }), swap: async () => true }],
    ['never changes a text', { read: async () => ({ now: 1 }), swap: async () => false }],
  ])('that %s counts as one that failed', async (_, store) => {
    const { otp, texts } = await openOtp({ store });
    expect(await errorOf(otp.start(given))).toBeInstanceOf(SmsOtpStoreError);
    expect(texts()).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['that its server gave is shown', 'ReplyError', 'failed: NOPERM No permissions. Nothing'],
    ['without an answer is only in the log', 'Error', 'passwords failed. Nothing'],
  ])('fails at once with an error, which %s', async (_, name, text) => {
    const error = Object.assign(new Error('NOPERM No permissions'), { name });
    const store = { read: () => Promise.reject(error), swap: async () => true };
    const { otp } = await openOtp({ store });
    const { message } = await errorOf(otp.start(given));
    expect(message).toContain(text);
    expect(message).not.toContain('did not answer');
  });

  it('may have a swap without the parameter until', async () => {
    const inner = memoryOtpStore();
    const { otp, lastCode } = await openOtp({
      store: {
        read: (key) => inner.read(key),
        swap: (key, before, after, ttl) => inner.swap(key, before, after, ttl),
      },
    });
    const { id } = await otp.start(given);
    const result = await otp.verify({ id, code: lastCode(), purpose: 'login' });
    expect(result).toEqual({ ok: true, to: NUMBER });
  });

  it('is read once at start, and may be unreachable then', async () => {
    const store = new TestStore(memoryOtpStore());
    const read = jest.spyOn(store, 'read');
    store.failsAfter = 0;
    const { otp } = await openOtp({ store });
    expect(read).toHaveBeenCalledTimes(1);
    expect(store.written.size).toBe(0);
    store.failsAfter = Infinity;
    expect(await otp.start(given)).toMatchObject({ outcome: 'accepted' });
  });

  it('accepts a Redis client that returns numbers as strings', async () => {
    const store = redisOtpStore({ eval: async () => '1' });
    expect(await store.swap('key', undefined, 'text', 1000)).toBe(true);
  });
});

const codesOf = (keys: readonly string[], account = 'shop') => new OtpCodes(keys, 6, account);

describe('codes', () => {
  const subject = { to: NUMBER, purpose: 'login' };
  const openWith = (codes: OtpCodes, made = codes.create(subject.to, subject.purpose)) => ({
    ...made,
    ...codes.read(made.id, made.sealed),
  });

  it('use all digits, and have the wanted length', () => {
    const codes = codesOf([KEY]);
    const made = Array.from({ length: 2000 }, () => openWith(codes).code ?? '');
    expect(made.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(made).size).toBeGreaterThan(1900);
    for (let at = 0; at < 6; at += 1) expect(new Set(made.map((code) => code[at])).size).toBe(10);
  });

  it('can be made again from what is stored and the key, but from neither alone', () => {
    const { id, sealed, code } = openWith(codesOf([KEY]));
    expect(codesOf([OTHER_KEY, KEY]).read(id, sealed)).toMatchObject({ ...subject, code });
    expect(codesOf([OTHER_KEY]).read(id, sealed)).toBeUndefined();
    expect(codesOf([KEY]).read('A'.repeat(22), sealed)).toBeUndefined();
  });

  it('belong to one account, even if another one has the same keys', () => {
    const { id, sealed } = openWith(codesOf([KEY], 'shop'));
    expect(codesOf([KEY], 'bank').read(id, sealed)).toBeUndefined();
    expect(codesOf([KEY], 'bank').hashesOf(NUMBER)).not.toEqual(codesOf([KEY]).hashesOf(NUMBER));
  });

  it('are made with a salt of 128 bits that is new each time and stored encrypted', () => {
    const codes = codesOf([KEY]);
    const made = Array.from({ length: 20 }, () => openWith(codes));
    expect(new Set(made.map(({ salt }) => salt)).size).toBe(20);
    for (const { salt = '', sealed } of made) {
      expect(Buffer.from(salt, 'base64url')).toHaveLength(16);
      expect(sealed).not.toContain(salt);
    }
  });
});
