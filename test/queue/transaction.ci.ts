import pg from 'pg';
import { DataSource } from 'typeorm';
import { SmsGatewayError, SmsMessageError } from '../../lib/index.js';
import type { SmsQueue, SmsQueueTransaction, SmsQueueValue } from '../../lib/extras/queue/index.js';
import { message, NUMBER } from '../support/account.js';
import { OrderService } from './examples/order.service.js';
import { type Orm, ORMS } from './orms.js';
import { counted, openWithGateway, type QueueApp, reaches } from './open-queue.js';
import { startStore, type TestStore } from './stores.mjs';

/** What a promise is rejected with. */
const rejectionOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('The promise was not rejected'),
    (reason: unknown) => reason,
  );

const textOf = ({ text }: { text: string }): string => text;

class OutOfStock extends Error {}

let store: TestStore;
let admin: pg.Pool;

beforeAll(async () => {
  store = await startStore('PostgreSQL');
  admin = new pg.Pool({ connectionString: store.url });
  // PostgreSQL may end before the last connections have.
  admin.on('error', () => undefined);
  await admin.query('create table orders (id serial primary key, phone text not null, item text)');
}, 120_000);

afterAll(async () => {
  await admin?.end();
  await store?.close();
});

const orders = async (): Promise<number> =>
  Number((await admin.query('select count(*) as count from orders')).rows[0].count);

async function open(options: { worker?: boolean } = {}) {
  await admin.query('truncate orders');
  return openWithGateway(store, {}, options);
}

const waiting = async (queue: SmsQueue): Promise<number> => (await queue.counts()).waiting;

describe.each(Object.entries(ORMS))('a message in a transaction of %s', (_name, openOrm) => {
  let orm: Orm;

  beforeAll(async () => {
    orm = await openOrm(store.url);
  });

  afterAll(() => orm?.close());

  it('is sent once the transaction commits, and not before', async () => {
    const { queue, gateway } = await open();
    const { id } = await orm.inTransaction(async ({ transaction, insertOrder }) => {
      await insertOrder(NUMBER);
      const added = await queue.add(message('paid'), { transaction });
      expect(await queue.status(added.id)).toBeUndefined();
      return added;
    });
    await reaches(queue, id, 'accepted');
    expect(gateway.texts).toEqual(['paid']);
    expect(await orders()).toBe(1);
  });

  it('is never queued if the transaction rolls back', async () => {
    const { queue, gateway } = await open();
    let id = '';
    const order = orm.inTransaction(async ({ transaction, insertOrder }) => {
      await insertOrder(NUMBER);
      ({ id } = await queue.add(message('paid'), { transaction, key: 'order-1' }));
      await queue.addMany([message('one'), message('two')], { transaction });
      throw new OutOfStock();
    });
    await expect(order).rejects.toThrow(OutOfStock);
    expect(await orders()).toBe(0);
    expect(await queue.status(id)).toBeUndefined();
    // The key is free again. What had been queued before this message would have been sent before it.
    const again = await queue.add(message('sold out'), { key: 'order-1' });
    expect(again).toEqual({ id, duplicate: false });
    await reaches(queue, id, 'accepted');
    expect(gateway.texts).toEqual(['sold out']);
  });

  it('is a duplicate for a key that was used before or in the same transaction', async () => {
    const { queue } = await open({ worker: false });
    const before = await queue.add(message('one'), { key: 'one' });
    await orm.inTransaction(async ({ transaction }) => {
      const add = (text: string, key: string) =>
        queue.add(message(text), { transaction, key, priority: 'high', delay: 1 });
      expect(await add('one', 'one')).toEqual({ ...before, duplicate: true });
      const first = await add('two', 'two');
      expect(first.duplicate).toBe(false);
      expect(await add('two', 'two')).toEqual({ ...first, duplicate: true });
      const error = await rejectionOf(add('three', 'two'));
      expect(error).toBeInstanceOf(SmsMessageError);
      expect(String(error)).toContain('was used for another message');
      // The transaction can go on.
      expect(await add('four', 'four')).toMatchObject({ duplicate: false });
    });
    const { waiting: queued, delayed } = await queue.counts();
    expect(queued + delayed).toBe(3);
  });

  it('can be one of many', async () => {
    const { queue } = await open({ worker: false });
    const messages = Array.from({ length: 600 }, (_, index) => message(`m${index}`));
    await queue.add(message('m7'), { key: 'm7' });
    const tally = await orm.inTransaction(async ({ transaction }) => {
      const run = await queue.addMany([...messages, message('m8')], { transaction, key: textOf });
      expect(await waiting(queue)).toBe(1);
      return run;
    });
    expect(tally).toEqual({ added: 599, duplicate: 2, failed: 0, codes: {} });
    expect(await waiting(queue)).toBe(600);
  });

  it('fails with the library’s own error if an earlier statement broke the transaction', async () => {
    const { queue } = await open({ worker: false });
    let seen: unknown;
    await orm
      .inTransaction(async ({ transaction, fail }) => {
        await rejectionOf(fail());
        seen = await rejectionOf(queue.add(message(), { transaction }));
        throw seen;
      })
      .catch(() => undefined);
    expect(seen).not.toBeInstanceOf(SmsGatewayError);
    expect(seen).toMatchObject({ message: expect.any(String) });
    expect(allOf(seen)).toContain('25P02');
    expect(await waiting(queue)).toBe(0);
  });

  it('is refused once the transaction has ended', async () => {
    const { queue } = await open({ worker: false });
    const late = await orm.inTransaction(({ transaction }) => Promise.resolve({ transaction }));
    const error = await rejectionOf(queue.add(message(), late));
    // The library's own words, or ours where its client would run the statement on its own.
    expect(String(error)).toMatch(
      /did not run in an open transaction|released|complete|committed|closed/i,
    );
    expect(await waiting(queue)).toBe(0);
  });

  it('is refused outside of a transaction, where a rollback could not take it back', async () => {
    const { queue } = await open({ worker: false });
    const error = await rejectionOf(queue.add(message(), { transaction: orm.outside }));
    expect(error).toBeInstanceOf(SmsMessageError);
    expect(String(error)).toContain('did not run in an open transaction');
    expect(await waiting(queue)).toBe(0);
  });
});

describe('the order of the docs', () => {
  it('sends its message if the item is in stock, and none if it is sold out', async () => {
    const { queue, gateway } = await open();
    const db = await new DataSource({ type: 'postgres', url: store.url }).initialize();
    try {
      await admin.query(
        "create table items as select 'teapot' as name, 1 as stock union select 'kettle', 0",
      );
      const service = new OrderService(db, queue);
      await expect(service.place('kettle', NUMBER)).rejects.toThrow('Sold out');
      await service.place('teapot', '919876543211');
      await counted(queue, ({ finished }) => finished === 1);
      expect(gateway.sends.map(({ fields }) => fields['mobile'])).toEqual(['919876543211']);
      expect(await orders()).toBe(1);
      expect(await waiting(queue)).toBe(0);
    } finally {
      await db.destroy();
    }
  });
});

/** An error with its causes and fields, as text. */
function allOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const cause = error instanceof Error ? allOf(error.cause) : '';
  return `${String(error)} ${JSON.stringify(error)} ${cause}`;
}

describe('a transaction', () => {
  let client: pg.PoolClient;
  let app: QueueApp;

  const transaction: SmsQueueTransaction = (text, values) => client.query(text, values);

  beforeEach(async () => {
    app = await open({ worker: false });
    client = await admin.connect();
    await client.query('begin');
  });

  afterEach(async () => {
    await client.query('rollback');
    client.release();
  });

  it('is given statements whose placeholders are in order, each once', async () => {
    const statements: { text: string; values: SmsQueueValue[] }[] = [];
    const watched: SmsQueueTransaction = (text, values) => {
      statements.push({ text, values });
      return transaction(text, values);
    };
    await app.queue.add(message(), { transaction: watched, key: 'one' });
    await app.queue.addMany([message(), message('two')], { transaction: watched });
    expect(statements.length).toBeGreaterThan(5);
    for (const { text, values } of statements) {
      expect(text.match(/\$\d+/g) ?? []).toEqual(values.map((_, index) => `$${index + 1}`));
      expect(text).not.toMatch(/\?|--/);
      // Whatever the search path is.
      expect(text).not.toMatch(/(?<!sms_gateway\.)\bmessage\b/);
    }
  });

  it.each([
    ['nothing', 'null'],
    ['a count', '1'],
    ['rows and fields', '[[], []]'],
    ['no rows', '[]'],
  ])('whose function resolves with %s is refused', async (_what, answer) => {
    const broken: SmsQueueTransaction = () => Promise.resolve(JSON.parse(String(answer)));
    const error = await rejectionOf(app.queue.add(message(), { transaction: broken }));
    expect(error).toBeInstanceOf(SmsMessageError);
    expect(String(error)).toContain('did not resolve with the rows of the statement');
  });

  it('rejects with the same error as its function, also in a run', async () => {
    const own = Object.assign(new Error('could not serialize access'), { code: '40001' });
    let count = 0;
    const failing: SmsQueueTransaction = (text, values) => {
      count += 1;
      return count % 3 === 0 ? Promise.reject(own) : transaction(text, values);
    };
    expect(await rejectionOf(app.queue.add(message(), { transaction: failing }))).toBe(own);
    const run = app.queue.addMany([message(), message('two')], { transaction: failing });
    expect(await rejectionOf(run.finish())).toBe(own);
  });

  it('is not repeated after a deadlock, which ends all of it', async () => {
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    let inserts = 0;
    const failing: SmsQueueTransaction = (text, values) => {
      if (!text.includes('INSERT')) return transaction(text, values);
      inserts += 1;
      return Promise.reject(deadlock);
    };
    const run = app.queue.addMany([message(), message('two')], { transaction: failing });
    expect(await rejectionOf(run.finish())).toBe(deadlock);
    expect(inserts).toBe(1);
  });

  it('waits for another one with the same key, for as long as it takes', async () => {
    const other = await admin.connect();
    await other.query('begin');
    const first = await app.queue.add(message(), {
      key: 'same',
      transaction: (text, values) => other.query(text, values),
    });
    const second = app.queue.add(message(), { key: 'same', transaction });
    // Longer than any other operation may take.
    await other.query('select pg_sleep(1.1)');
    await other.query('commit');
    other.release();
    expect(await second).toEqual({ ...first, duplicate: true });
  });

  it('that is serializable fails so that it can be repeated, if another one took the key', async () => {
    await client.query('set transaction isolation level serializable');
    // Its snapshot is from before the other message.
    await client.query('select count(*) from orders');
    const first = await app.queue.add(message(), { key: 'same' });
    const failed = await rejectionOf(app.queue.add(message(), { key: 'same', transaction }));
    expect(failed).toMatchObject({ code: '40001' });
    await client.query('rollback');
    await client.query('begin isolation level serializable');
    const repeated = await app.queue.add(message(), { key: 'same', transaction });
    expect(repeated).toEqual({ ...first, duplicate: true });
  });

  it('goes on while the app that queues is closing', async () => {
    let closing: Promise<void> | undefined;
    const slow: SmsQueueTransaction = async (text, values) => {
      await (closing ??= app.close());
      return transaction(text, values);
    };
    const { id } = await app.queue.add(message(), { transaction: slow, key: 'last' });
    await client.query('commit');
    const { rows } = await admin.query('select id from sms_gateway.message where id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('needs no more rights than the docs name', async () => {
    await admin.query(`create role shop`);
    await client.query('rollback');
    await client.query('begin');
    await client.query('set local role shop');
    const refused = await rejectionOf(app.queue.add(message(), { transaction, key: 'one' }));
    expect(refused).toMatchObject({ code: '42501' });
    await client.query('rollback');
    for (const right of RIGHTS) await admin.query(`${right} to shop`);
    await client.query('begin');
    await client.query('set local role shop');
    await app.queue.add(message(), { transaction, key: 'one' });
    await app.queue.addMany([message(), message('two')], { transaction });
    await client.query('commit');
    expect(await waiting(app.queue)).toBe(3);
  });
});

const RIGHTS = ['grant usage on schema sms_gateway', 'grant select, insert on sms_gateway.message'];
