import { login, send, start } from '../simulator/client.js';
import { wayOf } from '../../simulator/page/client/logic/credentials.js';
import { groupNumber } from '../../simulator/page/client/logic/phone-number.js';
import { hasTerm, setTerm, toggleTerm, valueOf } from '../../simulator/page/client/logic/terms.js';

describe('a number on the page', () => {
  it.each([
    ['919876543210', '+91 98765 43210'],
    ['14155550123', '+1 415 555 0123'],
    ['447700900123', '+44 7700 900123'],
    ['33612345678', '+33 6 12 34 56 78'],
    ['79161234567', '+7 916 123 45 67'],
    ['971501234567', '+971 501 234 567'],
    ['99900000429', '+999 00000 429'],
    ['4915112345678', '+49 151 1234 5678'],
  ])('%s is grouped as people read it', (number, shown) => {
    expect(groupNumber(number)).toBe(shown);
  });

  it('that is none stays as it came', () => {
    for (const text of ['', '12', '+1', '0123456789', '98765 43210', 'abc', '1'.repeat(16)]) {
      expect(groupNumber(text)).toBe(text);
    }
  });
});

describe('a filter of the search', () => {
  it('adds its term, and removes only that again', () => {
    const search = 'to:98765 "is:otp or not"';
    const filtered = toggleTerm(search, 'is:otp');
    expect(filtered).toBe('to:98765 "is:otp or not" is:otp');
    expect([hasTerm(search, 'is:otp'), hasTerm(filtered, 'is:otp')]).toEqual([false, true]);
    expect(toggleTerm(filtered, 'is:otp')).toBe(search);
  });

  it('with a value replaces it, with quotes around spaces', () => {
    const search = setTerm('hello', 'account', 'team two');
    expect(search).toBe('hello account:"team two"');
    expect(valueOf(search, 'account')).toBe('team two');
    expect(setTerm(search, 'account', 'demo')).toBe('hello account:demo');
    expect(setTerm(search, 'account', '')).toBe('hello');
    expect(valueOf('hello', 'account')).toBe('');
  });
});

describe('how a request authenticated', () => {
  it.each(['drop', '429', '500', '502', '503-html', '200-html', 'refuse'] as const)(
    'is not shown for a send or a login that the fault %s stopped',
    async (fault) => {
      const gateway = await start();
      gateway.faults.next(fault).next(fault, { on: 'login' });
      await send(gateway).catch(() => undefined);
      await login(gateway).catch(() => undefined);
      const kept = [...gateway.refused, ...gateway.loginLog];
      expect(kept).toMatchObject([{ fault }, { fault }]);
      expect(kept.map(wayOf)).toEqual([undefined, undefined]);
    },
  );

  it('is not shown for a body that cannot be read, or a path that is not served', async () => {
    const gateway = await start();
    for (const path of ['/SMSApi/send', '/SMSApi/other']) {
      await fetch(gateway.url + path, { method: 'POST', body: 'x' });
    }
    expect([...gateway.refused, ...gateway.others].map(wayOf)).toEqual([undefined, undefined]);
  });

  it('is shown for all others', async () => {
    const gateway = await start();
    await send(gateway);
    await send(gateway, {}, { apikey: 'wrong' });
    await login(gateway, { password: 'wrong' });
    gateway.faults.next('500', { accept: true });
    await send(gateway, {}, { apikey: 'wrong' });
    const all = [...gateway.messages, ...gateway.refused, ...gateway.loginLog];
    expect(all.map(wayOf)).toEqual([
      'with a key',
      ...Array.from({ length: 3 }, () => 'without valid credentials'),
    ]);
  });
});
