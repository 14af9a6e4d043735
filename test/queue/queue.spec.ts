import { Redis } from 'ioredis';
import pg from 'pg';
import { SmsMessageError } from '../../lib/index.js';
import { message, NUMBER } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { keepLog } from '../support/keep-log.js';
import {
  acceptance,
  rejection,
  type Script,
  ScriptedGateway,
} from '../support/scripted-gateway.js';
import { describeStores, storeForTests } from './describe-stores.js';
import { bullOf } from './redis-messages.js';
import {
  allOf,
  counted,
  freshName,
  openQueueApp,
  outcomeOf,
  reaches,
  until,
} from './open-queue.js';
import { probe } from './store-probe.js';

/** The settings of a pool, with a password that is asked for. */
function settingsOf(url: string): pg.PoolConfig {
  const { hostname, port, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  return { host: hostname, port: Number(port), user: username, password: () => password, database };
}

const byText = ({ text }: { text: string }): string => text;

/** A key, from a function that changes the list it is given. */
function shorten(batch: readonly string[]): string {
  const joined = batch.join();
  if (Array.isArray(batch)) batch.length = 1;
  return joined;
}

describeStores('a queue in %s', (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  it('sends what is added, and keeps its outcome', async () => {
    const { queue, gateway } = await open();
    const { id, duplicate } = await queue.add(message('hello'));
    expect(duplicate).toBe(false);
    expect(await outcomeOf(queue, id)).toMatchObject({
      status: 'accepted',
      transactionId: '1234567890123456789',
      accepted: 1,
    });
    expect(gateway.texts).toEqual(['hello']);
  });

  it('uses the settings of a client or pool, and does not close it', async () => {
    const { errors, logger } = keepLog();
    const client =
      name === 'Redis'
        ? new Redis(tested.store.url, {
            lazyConnect: true,
            stringNumbers: true,
            commandTimeout: 100,
          })
        : new pg.Pool(settingsOf(tested.store.url));
    // Otherwise Jest would not end after a failure.
    afterThisTest(() => (client instanceof Redis ? client.disconnect() : client.end()));
    const { queue, close } = await open({}, { connection: client, logger });
    const { id } = await queue.add(message(), { delay: 300 });
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    await close();
    expect(errors).toEqual([]);
    if (client instanceof Redis) client.options.commandTimeout = undefined;
    const answer = client instanceof Redis ? client.ping() : client.query('select 1');
    await expect(answer).resolves.toBeDefined();
  });

  it('adds nothing for a key that was used, even after its message was sent', async () => {
    const { queue, gateway } = await open();
    const first = await queue.add(message('once'), { key: 'order-1' });
    expect(first.duplicate).toBe(false);
    const again = () => queue.add(message('once'), { key: 'order-1' });
    expect(await again()).toEqual({ ...first, duplicate: true });
    await outcomeOf(queue, first.id);
    expect(await again()).toEqual({ ...first, duplicate: true });
    expect(gateway.sends).toHaveLength(1);
  });

  it('adds one of two simultaneous messages with the same key, from two processes', async () => {
    const shared = freshName();
    const one = await open({}, { name: shared });
    const two = await open({}, { name: shared, worker: false });
    for (let round = 0; round < 20; round += 1) {
      const key = `key-${round}`;
      const added = await Promise.all(
        [one, two].map(({ queue }) => queue.add(message(key), { key })),
      );
      expect(added.map(({ duplicate }) => duplicate).toSorted()).toEqual([false, true]);
    }
  });

  it('refuses a key that was used for another text or other recipients', async () => {
    const { queue } = await open({}, { worker: false });
    await queue.add(message('one'), { key: 'same' });
    for (const other of [message('two'), { ...message('one'), to: '919811111111' }]) {
      const again = queue.add(other, { key: 'same' });
      await expect(again).rejects.toThrow(SmsMessageError);
      await expect(again).rejects.toThrow(/another message/);
    }
  });

  it('takes a repeated key for the same message if recipients and text are the same, even if the defaults have changed', async () => {
    const shared = freshName();
    const before = await open(
      {},
      { name: shared, worker: false, account: { defaults: { type: 'text' } } },
    );
    const defaults = { senderId: 'MYSHOP', duplicateCheck: false, fields: { b: '2', a: '1' } };
    const after = await open({}, { name: shared, worker: false, account: { defaults } });
    const to = ['919876543210', '919811111111'];
    const key = 'order-1';
    const first = await before.queue.add({ to, text: 'नमस्ते Café\r\n' }, { key });
    const repeated = { to: to.toReversed(), text: 'नमस्ते Cafe\u0301\n', fields: { c: '3' } };
    expect(await after.queue.add(repeated, { key })).toEqual({ ...first, duplicate: true });
    const tally = await after.queue.addMany([repeated], { key: () => key });
    expect(tally).toMatchObject({ added: 0, duplicate: 1 });
  });

  it('distinguishes a wrong argument from a wrong message', async () => {
    const { queue } = await open({}, { worker: false });
    const { id } = await queue.add(message());
    const seconds = Math.round(Date.now() / 1000) + 3600;
    const wrong: readonly (() => Promise<unknown>)[] = [
      () => queue.settle(id, 'accepted'),
      () => queue.settle(id, 'sent' as never),
      () => queue.resend(id),
      () => queue.resend('another'),
      () => queue.erase('12'),
      () => queue.counts({ waiting: -1 }),
      () => queue.add(message(), { delay: -1 }),
      () => queue.add(message(), { at: Date.now(), delay: 1 }),
      () => queue.add(message(), { expiresAfter: 999 }),
      () => queue.add(message(), { at: seconds }),
      async () => queue.addMany([message()], { at: seconds }),
      async () => queue.broadcast({ text: 'hi' }, [NUMBER], { at: seconds }),
      async () => queue.addMany([message()], { key: 'no function' as never }),
      async () => queue.addMany('messages' as never),
      async () => queue.broadcast({ text: 'hi' }, NUMBER),
    ];
    for (const call of wrong) {
      await expect(call()).rejects.toMatchObject({
        code: 'argument-invalid',
        message: expect.stringMatching(/^Invalid argument: /),
      });
    }
    await expect(queue.add(message(''))).rejects.toMatchObject({ code: 'message-invalid' });
    const [refused] = await allOf(queue.broadcast({ text: 'hi' }, ['12']));
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'message-invalid' } });
  });

  it('sends through the next account of a failover what the first one could not send, but nothing that was rejected', async () => {
    const backup = await ScriptedGateway.listen();
    const { queue, gateway } = await open(
      { send: ({ fields }) => (fields['msg'] === 'spam' ? rejection('203') : rejection('216')) },
      { backup: backup.url, account: { defaults: { senderId: 'MYSHOP' } } },
    );
    const spam = await queue.add(message('spam'));
    expect(await outcomeOf(queue, spam.id)).toMatchObject({
      status: 'not-sent',
      account: expect.stringMatching(/-primary$/),
      code: 'rejected',
      statusCode: '203',
    });
    const hello = await queue.add(message('hello'));
    expect(await outcomeOf(queue, hello.id)).toMatchObject({
      status: 'accepted',
      account: expect.stringMatching(/-backup$/),
    });
    expect([gateway.texts, backup.texts]).toEqual([['spam', 'hello'], ['hello']]);
    expect(backup.sends[0]?.fields).toMatchObject({ senderid: 'MYSHOP', msgType: 'text' });
  });

  it('holds all workers back when the gateway asks one of them to wait', async () => {
    const script: Script = {
      send: (_request, count) =>
        count === 1 ? { status: 429, headers: { 'retry-after': '3' } } : acceptance(),
    };
    const shared = freshName();
    const { queue: asked, gateway, close } = await open(script, { name: shared });
    const first = await asked.add(message('first'));
    await reaches(asked, first.id, 'delayed');
    const options = { url: tested.store.url, gateway: gateway.url, name: shared };
    const { queue } = await openQueueApp(options);
    await close();
    const second = await queue.add(message('second'));
    await outcomeOf(queue, first.id);
    await outcomeOf(queue, second.id);
    const [begun = 0, ...later] = gateway.sends.map(({ at }) => at);
    expect(later).toHaveLength(2);
    expect(Math.min(...later) - begun).toBeGreaterThan(2950);
  });

  it('says how often a message was tried, why it failed and when it is due, until its outcome is known', async () => {
    const { lines, logger } = keepLog();
    let isDown = true;
    const send = () => (isDown ? { status: 429 } : acceptance());
    const { queue } = await open({ send }, { logger });
    const at = Date.now() + 60_000;
    const later = await queue.add(message(), { at });
    const { id } = await queue.add(message());
    const progress = await until(
      () => queue.progress(id),
      (value) => value?.nextAt !== undefined && value.attempts > 1,
    );
    expect(progress).toEqual({
      attempts: expect.any(Number),
      lastCode: 'throttled',
      nextAt: expect.any(Number),
    });
    isDown = false;
    await outcomeOf(queue, id);
    expect(await queue.progress(id)).toBeUndefined();
    const planned = await queue.progress(later.id);
    expect(planned?.attempts).toBe(0);
    expect(Math.abs(planned!.nextAt! - at)).toBeLessThan(1000);
    expect(await queue.progress(`m${'0'.repeat(32)}`)).toBeUndefined();
    expect(lines.filter((line) => line.includes('Sends of the queue'))).toEqual([
      expect.stringContaining('fail (throttled)'),
      expect.stringContaining('work again'),
    ]);
  });

  it('never repeats what may have been sent, until a person says so', async () => {
    const { queue, gateway } = await open({
      send: (_request, count) => (count === 1 ? { status: 500 } : acceptance()),
    });
    const { id } = await queue.add(message());
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'unknown', code: 'gateway-failed' });
    expect(await allOf(queue.unknown())).toMatchObject([{ id, recipients: ['91••••••3210'] }]);
    expect(gateway.sends).toHaveLength(1);
    await queue.resend(id);
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    expect(gateway.sends).toHaveLength(2);
  });

  it.each(['accepted', 'not-sent'] as const)('lets a person settle it as %s', async (said) => {
    const { queue, gateway } = await open({ send: () => ({ status: 500 }) });
    const { id } = await queue.add(message());
    await outcomeOf(queue, id);
    await queue.settle(id, said);
    expect(await queue.status(id)).toBe(said);
    await counted(queue, ({ finished }) => finished === 1);
    expect(await queue.outcome(id)).toMatchObject({ status: said, code: 'settled' });
    expect(gateway.sends).toHaveLength(1);
    await expect(queue.resend(id)).rejects.toThrow(/only a message whose outcome is unknown/);
  });

  it('does not send what has expired, and does not count it in its rateLimit', async () => {
    const shared = freshName();
    const adding = await open({}, { name: shared, worker: false });
    const late = await adding.queue.add(message('late'));
    const many = await allOf(adding.queue.addMany(Array(4).fill(message('late'))));
    const stored = probe(tested.store, adding.queue);
    for (const id of [late.id, ...many.flatMap((each) => ('id' in each ? each.id : []))]) {
      await stored.expire(id);
    }
    const sent = await adding.queue.add(message('in time'));
    const over = await adding.queue.add(message('over'), { priority: 'bulk' });
    const rateLimit = { sends: 1, perMs: 3_600_000 };
    const { queue, gateway } = await open({}, { name: shared, rateLimit });
    expect(await outcomeOf(queue, sent.id)).toMatchObject({ status: 'accepted' });
    expect(gateway.texts).toEqual(['in time']);
    const expired = { status: 'not-sent', code: 'expired' };
    expect(await outcomeOf(queue, late.id)).toMatchObject(expired);
    // The one that was sent does count.
    expect(await queue.status(over.id)).toBe('waiting');
    if (name === 'PostgreSQL') return;
    expect(await (await bullOf(queue)).getRateLimitTtl(1)).toBeGreaterThan(3_000_000);
  });

  it('waits for the time of a message, and can cancel it meanwhile', async () => {
    const { queue } = await open();
    const { id } = await queue.add(message(), { at: new Date(Date.now() + 60_000) });
    expect(await queue.status(id)).toBe('delayed');
    expect(await queue.cancel(id)).toBe(true);
    expect(await queue.status(id)).toBeUndefined();
    expect(await queue.cancel(id)).toBe(false);
    const past = await queue.add(message(), { at: Date.now() - 60_000 });
    expect(await outcomeOf(queue, past.id)).toMatchObject({ status: 'accepted' });
  });

  it('sends high before normal before bulk', async () => {
    const shared = freshName();
    const { queue } = await open({}, { name: shared, worker: false });
    for (const priority of ['bulk', 'normal', 'high'] as const) {
      for (const index of [1, 2]) await queue.add(message(`${priority} ${index}`), { priority });
    }
    const { gateway } = await open({}, { name: shared, concurrency: 1 });
    await counted(queue, ({ finished }) => finished === 6);
    const inOrder = ['high 1', 'high 2', 'normal 1', 'normal 2', 'bulk 1', 'bulk 2'];
    expect(gateway.texts).toEqual(inOrder);
  });

  it('adds many, says which were invalid or added before, and sends each once', async () => {
    const { queue, gateway } = await open();
    await queue.add(message('m7'), { key: 'key-7' });
    const messages = Array.from({ length: 100 }, (_, index) =>
      index === 3 ? { to: '12', text: 'bad' } : message(`m${index}`),
    );
    const run = queue.addMany(messages, { key: (_message, index) => `key-${index}` });
    expect(await run).toEqual({
      added: 98,
      duplicate: 1,
      failed: 1,
      codes: { 'message-invalid': 1 },
    });
    await counted(queue, ({ finished }) => finished === 99);
    expect(new Set(gateway.texts).size).toBe(99);
    expect(gateway.sends).toHaveLength(99);
  });

  it('adds each key once if two addMany calls have the same keys in opposite orders', async () => {
    const { queue } = await open({}, { worker: false });
    const messages = Array.from({ length: 600 }, (_, index) => message(`m${index}`));
    const tallies = await Promise.all([
      queue.addMany(messages, { key: byText }),
      queue.addMany(messages.toReversed(), { key: byText }),
    ]);
    expect(tallies.reduce((sum, { added }) => sum + added, 0)).toBe(600);
    expect(tallies.reduce((sum, { duplicate }) => sum + duplicate, 0)).toBe(600);
  });

  it('broadcasts in batches', async () => {
    const { queue } = await open({}, { worker: false });
    const numbers = Array.from({ length: 95 }, (_, index) => `91987654${3210 + index}`);
    const run = queue.broadcast({ text: 'sale' }, numbers, { batchSize: 10, priority: 'bulk' });
    expect(await run).toMatchObject({ added: 10, failed: 0 });
  });

  it('reads each message once, as it was when the input yielded it', async () => {
    const { queue, gateway } = await open();
    const reused = { ...message() };
    function* messages() {
      for (const text of ['one', 'two', 'three']) yield Object.assign(reused, { text });
      reused.text = 'later';
    }
    await queue.addMany(messages());
    await counted(queue, ({ finished }) => finished === 3);
    expect(gateway.texts.toSorted()).toEqual(['one', 'three', 'two']);
  });

  it('sends to the whole batch, whatever the function for its key does to the list', async () => {
    const { queue, gateway } = await open();
    const numbers = Array.from({ length: 5 }, (_, index) => `91987654${3210 + index}`);
    await queue.broadcast({ text: 'sale' }, numbers, { key: shorten });
    await counted(queue, ({ finished }) => finished === 1);
    expect(gateway.sends.map(({ fields }) => fields['mobile'])).toEqual([numbers.join()]);
  });

  it('sends nothing while it is paused, and counts and cancels what waits', async () => {
    const { queue, gateway } = await open();
    await queue.pause();
    const { id } = await queue.add(message());
    await queue.add(message(), { delay: 60_000 });
    const [batch] = await allOf(queue.broadcast({ text: 'now' }, [NUMBER], { priority: 'high' }));
    const high = batch && 'id' in batch ? batch.id : '';
    expect(await queue.status(high)).toBe('waiting');
    expect(await queue.counts()).toMatchObject({ waiting: 2, delayed: 1 });
    expect(await queue.cancel(id)).toBe(true);
    expect(await queue.counts()).toMatchObject({ waiting: 1, delayed: 1 });
    expect(gateway.sends).toEqual([]);
    await queue.resume();
    expect(await outcomeOf(queue, high)).toMatchObject({ status: 'accepted' });
  });

  it('erases a number: its messages, and its place in batches', async () => {
    const { queue, gateway } = await open({}, { worker: false });
    const other = '919876543211';
    const alone = await queue.add(message('to one'));
    const both = await queue.add({ to: [NUMBER, other], text: 'to both' });
    const none = await queue.add({ to: other, text: 'to another' });
    expect(await queue.erase('+91 098765 43210')).toBe(2);
    expect(await queue.status(alone.id)).toBeUndefined();
    expect(await queue.status(both.id)).toBe('waiting');
    expect(await queue.status(none.id)).toBe('waiting');
    expect(gateway.sends).toEqual([]);
  });

  it('has no unknown message after a rolling restart', async () => {
    const shared = freshName();
    const slow: Script = {
      send: () => new Promise((resolve) => setTimeout(resolve, 20, acceptance())),
    };
    const { queue } = await open({}, { name: shared, worker: false });
    await queue.addMany(Array.from({ length: 200 }, (_, index) => message(`m${index}`)));
    const gateway = await ScriptedGateway.listen(slow);
    for (let round = 0; round < 3; round += 1) {
      const options = {
        url: tested.store.url,
        gateway: gateway.url,
        name: shared,
        concurrency: 10,
      };
      const app = await openQueueApp(options);
      await eventually(() => gateway.sends.length > 20 * (round + 1));
      await app.close();
    }
    await open(slow, { name: shared });
    const rest = await counted(queue, ({ finished, unknown }) => finished + unknown === 200);
    expect(rest.unknown).toBe(0);
  });
});
