import { getEventListeners } from 'node:events';
import { RawGateway } from '../faults/raw-gateway.js';
import { messageAt } from './runs.js';
import { warningsOf } from './warnings.js';
import { openAccount, TOKEN_AUTH } from '../support/account.js';

const SOCKETS = 32;

// What is shown is no matter of time, however slow the machine.
const PATIENCE = 120_000;
const timeout = { connect: PATIENCE, attempt: PATIENCE, total: PATIENCE };

describe('many sends at once at a cold start', () => {
  it.each([
    [500, 'one shared signal'],
    [500, 'no signal'],
  ])(
    'make one login, open no more sockets than the pool has, and cause no warning: %d with %s',
    async (count, how) => {
      await using gateway = await RawGateway.listen();
      const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH, timeout });
      const { signal } = new AbortController();
      const options = how === 'no signal' ? {} : { signal };
      const warnings = await warningsOf(() =>
        Promise.all(
          Array.from({ length: count }, (_, index) => sms.send(messageAt(index), options)),
        ),
      );
      expect(warnings).toEqual([]);
      expect(gateway.logins).toBe(1);
      expect(gateway.sends).toBe(count);
      expect(gateway.accepted).toBeLessThanOrEqual(SOCKETS);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    },
    PATIENCE,
  );
});

describe('a shared signal', () => {
  it('may be given to many runs at once, and ends them all, without a warning', async () => {
    await using gateway = await RawGateway.listen({
      script: (conversation) => conversation.stall(),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const caller = new AbortController();
    const { signal } = caller;
    const warnings = await warningsOf(async () => {
      const runs = Array.from({ length: 20 }, (_, index) =>
        sms.sendMany([messageAt(index), messageAt(index)], { signal }).finish(),
      );
      while (gateway.openConnections < SOCKETS) await new Promise(setImmediate);
      caller.abort();
      const tallies = await Promise.all(runs);
      const ended = tallies.reduce((sum, tally) => sum + tally['not-sent'] + tally.unknown, 0);
      expect(ended).toBe(40);
    });
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
