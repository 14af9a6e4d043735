import { setTimeout as sleep } from 'node:timers/promises';
import { SmsService } from '../../lib/index.js';
import { SmsOtpLimitError, SmsOtpStoreError } from '../../lib/extras/otp/index.js';
import { errorOf } from '../support/account.js';
import { holdTimers } from '../support/clock.js';
import { Latch } from '../support/eventually.js';
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
const freshNumber = (): string => String(919_876_550_000 + (serial += 1));

describeOtpStores('what is stored of one-time passwords in %s', (openStore) => {
  const open = async (
    options: Parameters<typeof openOtp>[0] = {},
    account: Parameters<typeof openOtp>[1] = {},
  ) => {
    const store = new TestStore(openStore().store);
    const opened = await openOtp({ store, ...options }, account);
    const to = freshNumber();
    const isEmpty = async () => {
      const entries = await Promise.all([...store.written].map((key) => store.read(key)));
      return entries.every(({ value }) => value === undefined);
    };
    return { ...opened, store, to, given: { to, purpose: 'login' }, isEmpty };
  };

  it('is right if an answer of the store is lost, and its client repeats the step', async () => {
    const { otp, store, given, texts } = await open({ cooldown: 0 });
    const { id } = await otp.start(given);
    store.repeats = true;
    await otp.resend(id);
    expect(texts()).toHaveLength(2);
    const code = codeIn(texts()[0] ?? '');
    expect(await otp.verify({ id, code, purpose: 'login' })).toMatchObject({ ok: true });
    expect(await otp.verify({ id, code, purpose: 'login' })).toMatchObject({ reason: 'used' });
  });

  it('is nothing for a start to a country that is not allowed, which is published once', async () => {
    const { app, otp, store } = await open();
    const events: unknown[] = [];
    app.get(SmsService).events$.subscribe(({ type }) => events.push(type));
    const error = await errorOf(otp.start({ to: '14155552671', purpose: 'login' }));
    expect(error).toMatchObject({ code: 'country' });
    expect([...store.written]).toEqual([]);
    expect(events).toEqual(['not-sent']);
  });

  it('is nothing for a start whose text is too long or cannot be made', async () => {
    let text = '';
    const message = ({ code }: { code: string }) => {
      if (text === 'broken') throw new Error('No text');
      return code + text;
    };
    const { otp, store, given } = await open({ message }, { guard: { maxSegments: 1 } });
    text = 'x'.repeat(200);
    expect(await errorOf(otp.start(given))).toMatchObject({ code: 'segments' });
    text = 'broken';
    await expect(otp.start(given)).rejects.toThrow('No text');
    expect([...store.written]).toEqual([]);
  });

  it('expires at once for a start that is refused in any other way', async () => {
    const guard = { countries: ['IN'], perRecipient: { count: 1, perMs: 3_600_000 } };
    const { app, otp, store, given, gateway, isEmpty } = await open({}, { guard });
    await app.get(SmsService).send({ to: given.to, text: 'Hello' });
    expect(await errorOf(otp.start(given))).toMatchObject({ code: 'recipient-limit' });
    expect(store.written.size).toBe(2);
    while (!(await isEmpty())) await sleep(5);
    gateway.faults.next('refuse');
    const other = { ...given, to: freshNumber() };
    expect(await errorOf(otp.start(other))).toMatchObject({ name: 'SmsRejectedError' });
    expect(store.written.size).toBe(4);
    while (!(await isEmpty())) await sleep(5);
  });

  it('is separate for each account, even if accounts share a store and keys', async () => {
    const limit = { perRecipient: { starts: 1, perMs: 3_600_000 } };
    const shop = await open({ ...limit, name: 'shop' });
    const { id } = await shop.otp.start(shop.given);
    const bank = await openOtp({ ...limit, store: shop.store, name: 'bank' });
    const answer = { id, code: shop.lastCode(), purpose: 'login' };
    const unknown = { ok: false, reason: 'unknown-id', checksLeft: 0 };
    expect(await bank.otp.verify(answer)).toEqual(unknown);
    expect(await errorOf(bank.otp.resend(id))).toMatchObject({ code: 'argument-invalid' });
    expect(await bank.otp.start(shop.given)).toMatchObject({ outcome: 'accepted' });
    expect(await errorOf(bank.otp.start(shop.given))).toBeInstanceOf(SmsOtpLimitError);
    expect([...shop.store.written].map((key) => key.split(':')[1]).toSorted()).toEqual([
      'bank',
      'bank',
      'shop',
      'shop',
    ]);
    expect(await shop.otp.verify(answer)).toEqual({ ok: true, to: shop.to });
  });

  it('is nothing of a number that is forgotten, under every key, and stays for other numbers', async () => {
    const limits = { cooldown: 0, perRecipient: { starts: 2, perMs: 3_600_000 } };
    const older = await open({ ...limits, keys: [OTHER_KEY] });
    const { store, given } = older;
    const { otp, lastCode } = await openOtp({ ...limits, store, keys: [KEY, OTHER_KEY] });
    const { id: first } = await older.otp.start(given);
    const firstCode = older.lastCode();
    const { id: second } = await otp.start(given);
    const secondCode = lastCode();
    expect(await errorOf(otp.start(given))).toMatchObject({ limit: 'perRecipient' });
    const other = { ...given, to: freshNumber() };
    const { id: kept } = await otp.start(other);
    const entries = async () => {
      const all = await Promise.all([...store.written].map((key) => store.read(key)));
      return all.filter(({ value }) => value !== undefined).length;
    };
    // For each number a record under each key, and one for each challenge.
    expect(await entries()).toBe(7);
    await otp.forget(`+${given.to}`);
    while ((await entries()) !== 3) await sleep(5);
    for (const [id, code] of [
      [first, firstCode],
      [second, secondCode],
    ] as const) {
      const unknown = { ok: false, reason: 'unknown-id' };
      expect(await otp.verify({ id, code, purpose: 'login' })).toMatchObject(unknown);
      expect(await errorOf(otp.resend(id))).toMatchObject({ code: 'argument-invalid' });
    }
    expect(await otp.verify({ id: kept, code: lastCode(), purpose: 'login' })).toMatchObject({
      ok: true,
    });
    expect(await otp.start(given)).toMatchObject({ outcome: 'accepted' });
    await otp.forget(freshNumber());
  });

  it('is nothing of a number whose challenges were forgotten in several calls, because the store failed', async () => {
    const { otp, store, given, isEmpty } = await open();
    const errors: unknown[] = [];
    let isDone = false;
    while (!isDone) {
      if (errors.length < 3) await otp.start(given);
      store.failsAfter = errors.length;
      isDone = await otp.forget(given.to).then(
        () => true,
        (error: unknown) => errors.push(error) === 0,
      );
      store.failsAfter = Infinity;
    }
    expect(errors.every((error) => error instanceof SmsOtpStoreError)).toBe(true);
    expect(errors.length).toBeGreaterThan(5);
    while (!(await isEmpty())) await sleep(5);
  });

  it('does not change if a store that hung carries out a step after it timed out', async () => {
    const { otp, store, given, texts, lastCode } = await open({ sends: 2, cooldown: 0 });
    const timers = holdTimers();
    const { id } = await otp.start(given);
    const answer = { id, code: lastCode(), purpose: 'login' };
    for (const step of [
      () => otp.verify(answer),
      () => otp.resend(id),
      () => otp.verify({ ...answer, code: otherThan(answer.code) }),
    ]) {
      const [held, silent] = [new Latch(), new Latch()];
      Object.assign(store, { held: silent.opened, onHeld: () => held.open() });
      const failed = errorOf(step());
      await held.opened;
      await timers.pass(5001);
      expect(await failed).toBeInstanceOf(SmsOtpStoreError);
      const { asked, lastSwap } = store;
      Object.assign(store, { held: undefined, ahead: store.ahead + 5001 });
      silent.open();
      expect(await lastSwap).toBe(false);
      await new Promise(setImmediate);
      expect(store.asked).toBe(asked);
    }
    expect(texts()).toHaveLength(1);
    expect(await otp.resend(id)).toMatchObject({ outcome: 'accepted' });
    const wrong = await otp.verify({ ...answer, code: otherThan(answer.code) });
    expect(wrong).toEqual({ ok: false, reason: 'wrong', checksLeft: 4 });
    expect(await otp.verify(answer)).toMatchObject({ ok: true });
  });

  it('ends the start of a code within 5 s if the store hangs, at whichever step', async () => {
    const { otp, store, given, texts } = await open({ keys: [KEY, OTHER_KEY] });
    const timers = holdTimers();
    // The start under both keys, then the challenge.
    for (const step of [1, 2, 3]) {
      const [held, silent] = [new Latch(), new Latch()];
      let swaps = 0;
      store.onHeld = () => {
        swaps += 1;
        if (swaps !== step) return;
        store.held = silent.opened;
        held.open();
      };
      const failed = errorOf(otp.start(given));
      await held.opened;
      await timers.pass(5001);
      expect((await failed).message).toContain('did not answer within 5 s. Nothing');
      store.held = undefined;
      silent.open();
    }
    expect(texts()).toEqual([]);
  });

  it('is not swapped if the step timed out during its read', async () => {
    const { otp, store, given, lastCode } = await open();
    const timers = holdTimers();
    const { id } = await otp.start(given);
    const [read, silent] = [new Latch(), new Latch()];
    const { written } = store;
    written.clear();
    const real = store.read.bind(store);
    store.read = async (key) => {
      const found = await real(key);
      read.open();
      await silent.opened;
      return found;
    };
    const failed = errorOf(otp.verify({ id, code: lastCode(), purpose: 'login' }));
    await read.opened;
    await timers.pass(5001);
    expect(await failed).toBeInstanceOf(SmsOtpStoreError);
    silent.open();
    await new Promise(setImmediate);
    expect([...written]).toEqual([]);
  });

  it('does not change after the time limit of a swap that came in time but had to wait', async () => {
    const { store, block } = openStore();
    const key = `late:${freshNumber()}`;
    const { now: start } = await store.read(key);
    expect(await store.swap(key, undefined, 'late', 60_000, start - 1)).toBe(false);
    const swapLate = async (before: string | undefined): Promise<boolean> => {
      const { now } = await store.read(key);
      const release = await block?.(key);
      const swap = store.swap(key, before, 'late', 60_000, now + (release ? 200 : -1));
      await sleep(300);
      await release?.();
      return swap;
    };
    expect(await swapLate(undefined)).toBe(false);
    expect(await store.swap(key, undefined, 'first', 60_000, start + 600_000)).toBe(true);
    expect(await swapLate('first')).toBe(false);
    expect(await store.swap(key, 'first', 'second', 60_000)).toBe(true);
    expect((await store.read(key)).value).toBe('second');
  });
});
