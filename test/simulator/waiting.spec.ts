import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import { GatewaySimulatorError } from '../../simulator/index.js';
import { setClock } from '../support/clock.js';
import { NUMBER, send, start } from './client.js';

const OTHER = '4915112345678';

describe('waitFor', () => {
  it('returns the newest message that is already there, or one that comes later', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'first' });
    await send(gateway, { msg: 'second' });
    expect((await gateway.waitFor({ to: NUMBER })).text).toBe('second');
    const waiting = gateway.waitFor({ to: OTHER });
    await send(gateway, { msg: 'not this one' });
    await send(gateway, { mobile: `${NUMBER},${OTHER}`, msg: 'this one' });
    expect((await waiting).text).toBe('this one');
  });

  it('never returns the message of `after` or an earlier one', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'first' });
    const { id } = await gateway.waitFor({ to: NUMBER });
    const waiting = gateway.waitFor({ to: NUMBER, after: id });
    await send(gateway, { msg: 'second' });
    await send(gateway, { msg: 'third' });
    expect((await waiting).text).toBe('second');
    expect((await gateway.waitFor({ to: NUMBER, after: id })).text).toBe('second');
  });

  it('never returns a message from before `since`, and the newest one from then on', async () => {
    const clock = setClock('2026-03-17T14:30:00Z');
    const gateway = await start();
    await send(gateway, { msg: 'The code is 111111.' });
    clock.pass(1);
    const since = new Date();
    const late = gateway.waitFor({ since, timeout: 0 });
    await expect(late).rejects.toThrow(
      'No message since 2026-03-17T14:30:00.001Z came within 0 ms.',
    );
    const waiting = gateway.otp({ to: NUMBER, since });
    await send(gateway, { msg: 'The code is 222222.' });
    expect(await waiting).toBe('222222');
    clock.pass(1);
    await send(gateway, { msg: 'The code is 333333.' });
    expect(await gateway.otp({ since })).toBe('333333');
    const wrong = [new Date('x'), '2026', 1] as unknown as Date[];
    for (const time of wrong) {
      await expect(gateway.waitFor({ since: time })).rejects.toThrow(
        'since is not valid. Provide a Date',
      );
    }
  });

  it('finds a text by a regular expression repeatedly, also with the g flag', async () => {
    const gateway = await start();
    await send(gateway);
    await send(gateway, { msg: 'The code is 222222.' });
    await send(gateway, { msg: 'Good morning' });
    const text = /code/g;
    for (let i = 0; i < 3; i += 1) {
      expect((await gateway.waitFor({ text })).text).toContain('222222');
    }
  });

  it('sees accepted messages only', async () => {
    const gateway = await start();
    await send(gateway, {}, {});
    await expect(gateway.waitFor({ timeout: 0 })).rejects.toMatchObject({ code: 'timeout' });
    const waiting = gateway.waitFor();
    await send(gateway, { msg: 'refused' }, {});
    await send(gateway, { msg: 'accepted' });
    expect((await waiting).text).toBe('accepted');
  });

  it('says on timeout what came instead and what was refused, with every number masked', async () => {
    const gateway = await start();
    await send(gateway, { mobile: OTHER });
    await send(gateway, {}, {});
    gateway.faults.next('drop');
    await send(gateway).catch(() => {});
    const error = await gateway
      .waitFor({ to: NUMBER, timeout: 1 })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GatewaySimulatorError);
    const text = inspect(error, { showHidden: true });
    expect(text).toMatch(
      /No message to 91•+3210 came within 1 ms\. These came instead: \d+ to 49•+5678/,
    );
    expect(text).toMatch(/Refused or lost: \d+ with code 216; \d+ by the fault drop\./);
    expect(text).not.toContain(NUMBER);
    expect(text).not.toContain(OTHER);
    expect(text).not.toContain('482913');
  });

  it('rejects when the simulator is closed', async () => {
    const gateway = await start();
    const waiting = gateway.waitFor().catch((error: unknown) => error);
    await gateway.close();
    expect(await waiting).toMatchObject({ code: 'closed' });
    await expect(gateway.waitFor()).rejects.toMatchObject({ code: 'closed' });
  });

  it('rejects an invalid query and never throws', async () => {
    const gateway = await start();
    const queries = [
      { after: 'x' },
      { timeout: -1 },
      { timeout: Number.NaN },
      { text: 'code' },
      { to: 5 },
      // Ignoring an unknown key would find the wrong message.
      { too: NUMBER },
      { senderId: 'x' },
      NUMBER,
      null,
    ];
    await send(gateway);
    for (const query of queries) {
      for (const wait of ['waitFor', 'otp'] as const) {
        const waiting = gateway[wait](query as object);
        await expect(waiting).rejects.toMatchObject({
          code: 'options',
          message: expect.stringContaining(wait),
        });
      }
    }
    await expect(gateway.waitFor(JSON.parse('5'))).rejects.toThrow(
      "The query is not valid. Provide an object like { to: '919876543210' }",
    );
  });

  it('has the test in the stack of its error', async () => {
    const gateway = await start();
    for (const wait of ['waitFor', 'otp'] as const) {
      const error = await gateway[wait]({ timeout: 0 }).catch((reason: unknown) => reason);
      expect(error).toHaveProperty('stack', expect.stringContaining('waiting.spec'));
    }
  });

  it('times out before test runners do, so that its reason is shown', async () => {
    const gateway = await start();
    jest.useFakeTimers();
    try {
      const waiting = gateway.waitFor().catch((reason: unknown) => reason);
      await jest.advanceTimersByTimeAsync(4000);
      expect(await waiting).toMatchObject({ code: 'timeout' });
    } finally {
      jest.useRealTimers();
    }
  });

  it('shows no number or code of a pattern', async () => {
    const gateway = await start();
    const text = new RegExp(`482913 for ${NUMBER}`);
    const error = await gateway.waitFor({ text, timeout: 0 }).catch((reason: unknown) => reason);
    expect(String(error)).toContain('with a text like');
    expect(String(error)).not.toMatch(/482913|98765/);
  });
});

describe('otp', () => {
  it('returns the code of the newest message that has one', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'Your code is 111111' });
    await send(gateway, { msg: 'Your code is 222222' });
    await send(gateway, { msg: 'Welcome!' });
    expect(await gateway.otp({ to: '+91 98765-43210' })).toBe('222222');
  });

  it('says so if a message without a code came', async () => {
    const gateway = await start();
    await send(gateway, { msg: 'Welcome!' });
    await expect(gateway.otp({ timeout: 0 })).rejects.toMatchObject({
      code: 'no-code',
      message: expect.stringContaining('no one-time password was found'),
    });
  });
});
