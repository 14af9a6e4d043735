import { storeForTests } from '../describe-stores.js';
import { openRows, planOf } from './rows.js';

const ACCEPTED = { status: 'accepted', accepted: 1, at: 1 } as const;
const MANY = 100_000;

// Right after many were added, PostgreSQL knows nothing of them: a plan that hangs on statistics reads all of them.
describe('in a queue with many messages and no statistics, PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('reads single rows by their keys, and those of a state in its order', async () => {
    const opened = await openRows(tested.store);
    const { claims, claim, pool, queue, rows, starts, statements } = opened;
    await pool.query('ALTER TABLE sms_gateway.message SET (autovacuum_enabled = off)');
    await pool.query(
      `INSERT INTO sms_gateway.message (queue, id, priority, added, due, life, expires, sealed)
        SELECT $1, 'm' || n, 1, now(), now(), 60000, now() + interval '1 h', 'sealed'
        FROM generate_series(1, ${MANY}) AS n`,
      [queue],
    );
    const worker = claims();
    const [first, second] = [await claim(50, worker), await claim(50, worker)];
    await starts.renew(first);
    await starts.store(first.map((start) => ({ ...start, end: { end: ACCEPTED } })));
    await starts.store(
      second.map((start) => ({ ...start, end: { back: 0, attempts: 0, code: undefined } })),
    );
    await starts.sweep(() => undefined);
    await starts.removeFinished(3_600_000, new AbortController().signal);
    const message = await rows.find('m1');
    await message?.change({ sealed: 'other' });
    for await (const page of rows.pages()) if (page.length > 0) break;
    const parts = {
      claim: "SET state = 's'",
      end: 'SET ended = clock_timestamp(), (outcome',
      back: "SET state = 'w', token = NULL",
      renew: 'SET locked_until = clock_timestamp() + $4',
      find: 'xmin::text AS version',
      change: 'SET sealed = $4, outcome = $5 WHERE',
      page: 'ORDER BY queue, id LIMIT',
      lapsed: 'AND locked_until < clock_timestamp()',
      oldest: 'ORDER BY message.claimed LIMIT 1',
      removal: 'DELETE FROM sms_gateway.message',
    };
    const plans: Record<string, string> = {};
    for (const [name, part] of Object.entries(parts)) {
      plans[name] = await planOf(pool, statements, part);
      expect([name, plans[name]]).not.toEqual([
        name,
        expect.stringMatching(/Seq Scan on message|Hash Join|Merge Join/),
      ]);
    }
    for (const name of ['end', 'back', 'renew', 'change', 'find', 'page']) {
      expect([name, plans[name]]).toEqual([name, expect.stringContaining('message_pkey')]);
    }
    expect(plans['claim']).toMatch(
      /message_waiting[\s\S]*message_pkey|message_pkey[\s\S]*message_waiting/,
    );
    for (const name of ['lapsed', 'oldest']) {
      expect([name, plans[name]]).toEqual([name, expect.stringContaining('message_sending')]);
    }
    expect(plans['removal']).toContain('message_finished');
  });
});
