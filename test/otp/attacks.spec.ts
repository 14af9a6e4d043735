import {
  SmsOtpLimitError,
  type SmsOtpStore,
  SmsOtpStoreError,
} from '../../lib/extras/otp/index.js';
import { errorOf } from '../support/account.js';
import { holdTimers, setClock } from '../support/clock.js';
import {
  codeIn,
  describeOtpStores,
  KEY,
  openOtp,
  OTHER_KEY,
  otherThan,
  TestStore,
} from './open-otp.js';

/** The number that a test starts with, so that the tests of a store do not share its limit. */
let serial = 0;
const freshNumber = (): string => String(919_876_540_000 + (serial += 1));

const wrongWith = (checksLeft: number) => ({ ok: false, reason: 'wrong', checksLeft });

describeOtpStores('one-time passwords in %s', (openStore) => {
  const open = async (options: Parameters<typeof openOtp>[0] = {}) => {
    const { dump, store: real } = openStore();
    const store = new TestStore(real);
    const opened = await openOtp({ store, ...options });
    const to = freshNumber();
    return { ...opened, store, dump, to, given: { to, purpose: 'login' } };
  };

  it('verifies a right code once', async () => {
    const { otp, given, to, lastCode } = await open();
    const { id, outcome } = await otp.start(given);
    expect(outcome).toBe('accepted');
    const answer = { id, code: lastCode(), purpose: 'login' };
    expect(await otp.verify(answer)).toEqual({ ok: true, to });
    expect(await otp.verify(answer)).toEqual({ ok: false, reason: 'used', checksLeft: 0 });
  });

  it('counts wrong codes and codes for another purpose, and compares none after the last attempt', async () => {
    const { otp, given, lastCode } = await open({ checks: 4 });
    const { id } = await otp.start(given);
    const code = lastCode();
    const tries = [
      { code: otherThan(code), purpose: 'login' },
      { code, purpose: 'pay' },
      { code: otherThan(code, 2), purpose: 'pay' },
      { code: `${otherThan(code, 3)}.`, purpose: 'login' },
      { code, purpose: 'login' },
    ];
    const results = [];
    for (const each of tries) results.push(await otp.verify({ id, ...each }));
    expect(results).toEqual([
      ...[3, 2, 1, 0].map(wrongWith),
      { ok: false, reason: 'exhausted', checksLeft: 0 },
    ]);
  });

  it('does not count a malformed code, and says how many attempts are left', async () => {
    const { otp, given, to, lastCode } = await open({ checks: 2 });
    const { id } = await otp.start(given);
    const code = lastCode();
    const verify = (typed: string) => otp.verify({ id, code: typed, purpose: 'login' });
    const malformed = [
      '',
      ' ',
      '-',
      code.slice(1),
      `${code}0`,
      `${code}x`,
      `x${code.slice(1)}`,
      `\u202e${code}`,
      `${code}\0`,
      `+${code}`,
      `${code.slice(1)}²`,
      `${code.slice(1)}Ⅷ`,
      `${code.slice(1)}\ud835`,
      'x'.repeat(10_000),
      '😀'.repeat(3),
    ];
    for (const typed of malformed) expect(await verify(typed)).toEqual(wrongWith(2));
    expect(await verify(otherThan(code))).toEqual(wrongWith(1));
    for (const typed of malformed) expect(await verify(typed)).toEqual(wrongWith(1));
    expect(await verify(code)).toEqual({ ok: true, to });
    for (const typed of malformed) expect(await verify(typed)).toMatchObject({ reason: 'used' });
  });

  it('says that the challenge has ended if the code is malformed', async () => {
    const { otp, given, store, lastCode } = await open({ checks: 1 });
    const exhausted = await otp.start(given);
    const wrong = otherThan(lastCode());
    await otp.verify({ id: exhausted.id, code: wrong, purpose: 'login' });
    const expired = await otp.start(given);
    const ended = async (id: string, reason: string) =>
      expect(await otp.verify({ id, code: 'x', purpose: 'login' })).toEqual({
        ok: false,
        reason,
        checksLeft: 0,
      });
    await ended(exhausted.id, 'exhausted');
    store.ahead += 301_000;
    await ended(expired.id, 'expired');
    await ended('A'.repeat(22), 'unknown-id');
  });

  it('says that an id is unknown, whatever it looks like', async () => {
    const { otp } = await open();
    for (const id of ['', 'c:1', 'A'.repeat(22), '../'.repeat(9), 'A'.repeat(1_000_000)]) {
      const result = await otp.verify({ id, code: '123456', purpose: 'login' });
      expect(result).toEqual({ ok: false, reason: 'unknown-id', checksLeft: 0 });
    }
  });

  it('compares no more of a thousand codes at once than the option checks allows, and accepts the right one at most once', async () => {
    const { otp, given, lastCode } = await open({ checks: 3 });
    const { id } = await otp.start(given);
    const code = lastCode();
    // On a slow machine, these checks take longer than a store is given to answer.
    holdTimers();
    const all = Array.from({ length: 1000 }, (_, index) =>
      otp.verify({ id, code: index % 2 ? code : otherThan(code, index + 1), purpose: 'login' }),
    );
    const results = await Promise.all(all);
    const compared = results.filter((each) => each.ok || each.reason === 'wrong');
    expect(compared.length).toBeLessThanOrEqual(3);
    expect(results.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
    const last = await otp.verify({ id, code, purpose: 'login' });
    expect(last.ok).toBe(false);
  });

  it('accepts the right code exactly once if it is verified many times at once', async () => {
    const { otp, given, lastCode } = await open();
    const { id } = await otp.start(given);
    const answer = { id, code: lastCode(), purpose: 'login' };
    const results = await Promise.all(Array.from({ length: 50 }, () => otp.verify(answer)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(results.map((each) => (each.ok ? 'ok' : each.reason)))).toEqual(
      new Set(['ok', 'used']),
    );
  });

  it('sends the same code again, with the same expiry, and restores no attempts', async () => {
    const { otp, given, store, texts } = await open({ checks: 3, sends: 3 });
    const first = await otp.start(given);
    const code = codeIn(texts()[0] ?? '');
    const wrong = { id: first.id, code: otherThan(code), purpose: 'login' };
    expect(await otp.verify(wrong)).toMatchObject({ checksLeft: 2 });
    expect(await errorOf(otp.resend(first.id))).toMatchObject({
      code: 'otp-limit',
      retryAfter: expect.any(Number),
    });
    store.ahead += 61_000;
    const second = await otp.resend(first.id);
    expect(second.id).toBe(first.id);
    expect(second.expiresAt).toBeLessThanOrEqual(first.expiresAt);
    expect(texts().map(codeIn)).toEqual([code, code]);
    expect(texts()[1]).toContain('valid for 4 minutes');
    expect(await otp.verify(wrong)).toMatchObject({ checksLeft: 1 });
    store.ahead += 61_000;
    await otp.resend(first.id);
    store.ahead += 61_000;
    const error = await errorOf(otp.resend(first.id));
    expect(error).toBeInstanceOf(SmsOtpLimitError);
    expect(error).toMatchObject({ retryable: false, message: expect.stringContaining('3 times') });
    expect(texts()).toHaveLength(3);
    expect(await otp.verify({ ...wrong, code })).toEqual({ ok: true, to: given.to });
  });

  it('expires by the clock of the store, whatever that of the app says', async () => {
    const { otp, given, store, lastCode } = await open();
    const { id } = await otp.start(given);
    const answer = { id, code: lastCode(), purpose: 'login' };
    store.ahead = 300_001;
    expect(await otp.verify(answer)).toEqual({ ok: false, reason: 'expired', checksLeft: 0 });
    expect(await errorOf(otp.resend(id))).toMatchObject({ code: 'argument-invalid' });
    store.ahead = 0;
    setClock(new Date(Date.now() + 7 * 86_400_000).toISOString());
    expect(await otp.verify(answer)).toMatchObject({ ok: true });
  });

  it('limits the starts of a number across all its spellings, also at once, and keeps its challenges valid', async () => {
    const { otp, to, store, texts } = await open({ perRecipient: { starts: 3, perMs: 3_600_000 } });
    const [, start, end] = /^91(.{5})(.*)$/.exec(to) ?? [];
    const spellings = [to, `+${to}`, `+91 ${start} ${end}`, `91-${start}${end}`];
    const starts = Array.from({ length: 12 }, (_, index) =>
      otp.start({ to: spellings[index % 4] ?? '', purpose: 'login' }),
    );
    const settled = await Promise.allSettled(starts);
    const started = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(started).toHaveLength(3);
    expect(texts()).toHaveLength(3);
    for (const error of refused) {
      expect(error).toBeInstanceOf(SmsOtpLimitError);
      expect(error.retryAfter).toBeGreaterThan(3_500_000);
    }
    for (const code of texts().map(codeIn)) {
      const answers = started.map(({ id }) => otp.verify({ id, code, purpose: 'login' }));
      expect((await Promise.all(answers)).some(({ ok }) => ok)).toBe(true);
    }
    store.ahead = 3_600_001;
    expect(await otp.start({ to, purpose: 'login' })).toMatchObject({ outcome: 'accepted' });
  });

  it('keeps the challenge of a code that may have been sent, and sends the same code again', async () => {
    const { otp, gateway, given, store, texts } = await open();
    gateway.faults.next('accept-then-drop');
    const { id, outcome } = await otp.start(given);
    expect(outcome).toBe('unknown');
    store.ahead = 30_001;
    expect(await otp.resend(id)).toMatchObject({ outcome: 'accepted' });
    const [first, second] = texts().map(codeIn);
    expect(first).toBe(second);
    expect(await otp.verify({ id, code: first ?? '', purpose: 'login' })).toMatchObject({
      ok: true,
    });
  });

  it('does not count a start or a resend that was definitely not sent', async () => {
    const { otp, gateway, given, store, texts } = await open({
      sends: 2,
      perRecipient: { starts: 1, perMs: 3_600_000 },
    });
    gateway.faults.next('refuse');
    expect(await errorOf(otp.start(given))).toMatchObject({ name: 'SmsRejectedError' });
    const { id } = await otp.start(given);
    store.ahead = 30_001;
    gateway.faults.next('refuse');
    expect(await errorOf(otp.resend(id))).toMatchObject({ name: 'SmsRejectedError' });
    expect(await otp.resend(id)).toMatchObject({ outcome: 'accepted' });
    expect(new Set(texts().slice(1).map(codeIn)).size).toBe(1);
    expect(await errorOf(otp.start(given))).toBeInstanceOf(SmsOtpLimitError);
  });

  it('accepts codes of an older key while that key is configured, and counts starts under all keys', async () => {
    const limit = { perRecipient: { starts: 2, perMs: 3_600_000 } };
    const { otp, store, given, lastCode } = await open(limit);
    const { id } = await otp.start(given);
    const answer = { id, code: lastCode(), purpose: 'login' };
    const { otp: without } = await openOtp({ store, ...limit, keys: [OTHER_KEY] });
    expect(await without.verify(answer)).toMatchObject({ reason: 'unknown-id' });
    const { otp: rotated } = await openOtp({ store, ...limit, keys: [OTHER_KEY, KEY] });
    expect(await rotated.verify(answer)).toMatchObject({ ok: true });
    await rotated.start(given);
    expect(await errorOf(rotated.start(given))).toBeInstanceOf(SmsOtpLimitError);
    expect(await errorOf(otp.start(given))).toBeInstanceOf(SmsOtpLimitError);
  });

  it('counts starts under all keys in whatever order they are, and refused ones under none', async () => {
    const limit = { perRecipient: { starts: 2, perMs: 3_600_000 } };
    const { otp, store, given } = await open(limit);
    await otp.start(given);
    await otp.start(given);
    const { otp: both } = await openOtp({ store, ...limit, keys: [KEY, OTHER_KEY] });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await errorOf(both.start(given))).toBeInstanceOf(SmsOtpLimitError);
    }
    const { otp: later } = await openOtp({ store, ...limit, keys: [OTHER_KEY] });
    await later.start(given);
    await later.start(given);
    expect(await errorOf(later.start(given))).toBeInstanceOf(SmsOtpLimitError);
  });

  it('lets no code live longer and locks no number out if the clock of the store goes back', async () => {
    const { otp, given, store, lastCode } = await open({
      perRecipient: { starts: 1, perMs: 3_600_000 },
    });
    const { id } = await otp.start(given);
    store.ahead = -7 * 86_400_000;
    const answer = { id, code: lastCode(), purpose: 'login' };
    expect(await otp.verify(answer)).toMatchObject({ reason: 'expired' });
    expect(await otp.start(given)).toMatchObject({ outcome: 'accepted' });
    expect(await errorOf(otp.start(given))).toBeInstanceOf(SmsOtpLimitError);
  });

  it('does not count a start that was not sent, even if the store has lost its challenge', async () => {
    const { store: real } = openStore();
    const store: SmsOtpStore = {
      read: async (key) => (key.startsWith('c:') ? { now: Date.now() } : real.read(key)),
      swap: (...step) => real.swap(...step),
    };
    const { otp, gateway, given } = await open({
      store,
      perRecipient: { starts: 1, perMs: 3_600_000 },
    });
    gateway.faults.next('refuse');
    expect(await errorOf(otp.start(given))).toMatchObject({ name: 'SmsRejectedError' });
    expect(await otp.start(given)).toMatchObject({ outcome: 'accepted' });
  });

  it('neither sends nor verifies if the store fails at any step, and stays usable', async () => {
    for (const losesAnswers of [false, true]) {
      const { otp, given, store, texts, lastCode } = await open({
        perRecipient: { starts: 100, perMs: 3_600_000 },
      });
      store.losesAnswers = losesAnswers;
      await otp.start(given);
      for (let step = 0; step < 4; step += 1) {
        const before = texts().length;
        store.failsAfter = step;
        expect(await errorOf(otp.start(given))).toBeInstanceOf(SmsOtpStoreError);
        expect(texts()).toHaveLength(before);
      }
      store.failsAfter = Infinity;
      const { id } = await otp.start(given);
      const answer = { id, code: lastCode(), purpose: 'login' };
      for (let step = 0; step < 2; step += 1) {
        store.failsAfter = step;
        expect(await errorOf(otp.verify(answer))).toMatchObject({
          code: 'otp-store',
          outcome: 'not-sent',
          message: expect.stringContaining('may have been used up'),
        });
      }
      store.failsAfter = Infinity;
      // Where only the answer was lost, the code was used up.
      expect(await otp.verify(answer)).toMatchObject(
        losesAnswers ? { reason: 'used' } : { ok: true },
      );
    }
  });

  it('stores neither codes nor numbers nor keys', async () => {
    // Long enough not to occur in an id or a time by chance.
    const { otp, given, to, dump, texts } = await open({ length: 8 });
    const { id } = await otp.start(given);
    await otp.verify({ id, code: otherThan(codeIn(texts()[0] ?? '')), purpose: 'login' });
    const stored = await dump();
    expect(stored).toContain(id);
    for (const secret of [codeIn(texts()[0] ?? ''), to, to.slice(-8), KEY, 'login']) {
      expect(stored).not.toContain(secret);
    }
  });
});
