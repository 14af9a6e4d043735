import pg from 'pg';

// What apps and ORMs set for themselves, before they import this package.
const { INT2, INT4, INT8, OID, FLOAT8, NUMERIC, BOOL, JSON: PLAIN, JSONB } = pg.types.builtins;
const asIs = (text: string): string => text;
for (const id of [INT2, INT4, INT8, OID]) pg.types.setTypeParser(id, BigInt);
for (const id of [FLOAT8, NUMERIC, PLAIN, JSONB, 1009, 1016]) pg.types.setTypeParser(id, asIs);
pg.types.setTypeParser(BOOL, (text) => (text === 't' ? 'yes' : 'no'));

const { createGuardStore } = await import('../../lib/extras/queue/index.js');
const { postgresOtpStore, otpSchema } = await import('../../lib/extras/otp/index.js');
const { storeForTests } = await import('./describe-stores.js');
const { allOf, counted, outcomeOf, reaches } = await import('./open-queue.js');
const { message } = await import('../support/account.js');
const { afterThisTest } = await import('../support/clean-up.js');

/** Values of a kind that differs from what pg gives. */
const odd = { getTypeParser: () => (value: unknown) => ({ value }) };

const ACCEPTED = { status: 'accepted', accepted: 1 };

describe.each([
  ['for all pools', {}],
  ['in a pool with types', { types: odd }],
  ['in a pool with binary', { binary: true }],
])('an app with parsers of its own %s', (_where, settings) => {
  const tested = storeForTests('PostgreSQL');

  const openPool = (more: object = settings): pg.Pool => {
    const pool = new pg.Pool({ connectionString: tested.store.url, ...more });
    afterThisTest(() => pool.end());
    return pool;
  };

  it('has a queue that works', async () => {
    const { queue, gateway } = await tested.open({}, { url: openPool() });
    expect(await outcomeOf(queue, (await queue.add(message())).id)).toMatchObject(ACCEPTED);
    expect(await outcomeOf(queue, (await queue.add(message(), { delay: 50 })).id)).toMatchObject(
      ACCEPTED,
    );
    const keyed = [
      await queue.add(message(), { key: 'a' }),
      await queue.add(message(), { key: 'a' }),
    ];
    expect(keyed.map(({ duplicate }) => duplicate)).toEqual([false, true]);
    const added = await allOf(queue.addMany([message('one'), message('two')]));
    for (const each of added)
      expect(await outcomeOf(queue, 'id' in each ? each.id : '')).toMatchObject(ACCEPTED);
    await queue.pause();
    const run = queue.broadcast({ text: 'all' }, ['919876543210', '919876543211'], {
      batchSize: 1,
    });
    expect(await run).toMatchObject({ added: 2 });
    expect(await queue.cancel(run.id)).toBe(true);
    expect(await queue.counts()).toMatchObject({ waiting: 2, finished: 5 });
    await queue.resume();
    await counted(queue, ({ finished }) => finished === 7);
    expect(gateway.sends).toHaveLength(5);
  });

  it('can settle what is unknown', async () => {
    const { queue } = await tested.open(
      { send: () => ({ status: 500, body: '{}' }) },
      { url: openPool() },
    );
    const { id } = await queue.add(message());
    await reaches(queue, id, 'unknown');
    expect((await allOf(queue.unknown())).map((each) => each.id)).toEqual([id]);
    await queue.settle(id, 'accepted');
    await reaches(queue, id, 'accepted');
  });

  it('can add in its own transaction', async () => {
    const { queue } = await tested.open({}, { url: openPool() });
    // What reads values in such a way that a text is none is the app's to convert.
    const client = await openPool({}).connect();
    await client.query('begin');
    const transaction = (text: string, values: unknown[]) => client.query(text, values);
    const { id } = await queue.add(message(), { transaction, key: 'order-1' });
    await client.query('commit');
    client.release();
    expect(await outcomeOf(queue, id)).toMatchObject(ACCEPTED);
  });

  it('can keep counts and codes', async () => {
    const pool = openPool('types' in settings ? {} : settings);
    const store = createGuardStore(pool, { key: 'ab'.repeat(32) });
    const count = { key: 'a', amount: 1, limit: 1, windowMs: 60_000 };
    expect(await store.take([count])).toMatchObject({ over: [], stamps: [expect.any(Number)] });
    expect((await store.take([count])).over).toMatchObject([{ index: 0 }]);
    await pool.query(otpSchema());
    const codes = postgresOtpStore((text, values) => pool.query(text, values));
    expect(await codes.swap('key', undefined, 'value', 60_000, Date.now() + 60_000)).toBe(true);
    const { value, now } = await codes.read('key');
    expect(value).toBe('value');
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
  });
});
