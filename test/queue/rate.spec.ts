import type { SmsGatewayOptions } from '../../lib/index.js';
import type { SmsQueue } from '../../lib/extras/queue/index.js';
import { message, TOKEN_AUTH } from '../support/account.js';
import { eventually, Latch } from '../support/eventually.js';
import { acceptance, ScriptedGateway, token } from '../support/scripted-gateway.js';
import { describeStore, describeStores, storeForTests } from './describe-stores.js';
import { freshName, reaches, until } from './open-queue.js';
import { bullOf } from './redis-messages.js';
import { probe } from './store-probe.js';

/** Only one claim. */
const ONE = { sends: 1, perMs: 3_600_000 };
/** Ten claims in each window of three minutes. */
const LONG_WINDOW = { sends: 200, perMs: 3_600_000 };
const MANY = { sends: 1000, perMs: 1000 };

const TOKENS: Partial<SmsGatewayOptions> = { auth: TOKEN_AUTH };
const RETRIES: Partial<SmsGatewayOptions> = { retry: { attempts: 3, base: 1 } };

/** How far a message has come once it was tried. */
const triedIn = (queue: SmsQueue, id: string) =>
  until(
    () => queue.progress(id),
    (progress) => progress?.attempts === 1 && progress.nextAt !== undefined,
  );

describeStores('a queue with a rateLimit in %s', (name) => {
  const tested = storeForTests(name);
  const { open } = tested;

  it('logs in before it takes the first message', async () => {
    const shared = freshName();
    const adding = await open({}, { name: shared, worker: false });
    const { id } = await adding.queue.add(message());
    const mayAnswer = new Latch();
    const login = () => mayAnswer.opened.then(() => token('one'));
    const options = { name: shared, account: TOKENS, rateLimit: MANY };
    const { queue, gateway } = await open({ login }, options);
    await eventually(() => gateway.logins.length > 0);
    expect(await queue.status(id)).toBe('waiting');
    mayAnswer.open();
    await reaches(queue, id, 'accepted');
    expect(gateway.logins).toHaveLength(1);
  });

  it('takes messages even if that login failed', async () => {
    const script = { login: () => ({ status: 401, body: { status: 'error', statusCode: '401' } }) };
    const { queue, gateway } = await open(script, { account: TOKENS, rateLimit: ONE });
    const { id } = await queue.add(message());
    expect(await triedIn(queue, id)).toMatchObject({ lastCode: 'login-refused' });
    expect(gateway.sends).toEqual([]);
  });

  it('makes one request for each message that it takes', async () => {
    const script = { send: () => ({ status: 429 }) };
    const { queue, gateway } = await open(script, { account: RETRIES, rateLimit: ONE });
    const { id } = await queue.add(message());
    expect(await triedIn(queue, id)).toMatchObject({ lastCode: 'throttled' });
    expect(gateway.sends).toHaveLength(1);
  });

  it('puts a message back whose token was refused, logs in, and sends it with the new token', async () => {
    const script = {
      login: (_request: unknown, count: number) => token(`token-${count}`),
      send: (_request: unknown, count: number) => (count === 1 ? { status: 401 } : acceptance()),
    };
    const { queue, gateway } = await open(script, { account: TOKENS, rateLimit: MANY });
    const { id } = await queue.add(message());
    await reaches(queue, id, 'accepted');
    const tokens = gateway.sends.map(({ headers }) => headers['authorization']);
    expect(tokens).toEqual(['token-1', 'token-2']);
  });

  it.each([
    ['throttles', 429, {}],
    ['refuses the token', 401, TOKENS],
  ])(
    'makes one request to each account of a failover if the first one %s',
    async (_what, status, account) => {
      const backup = await ScriptedGateway.listen({ login: () => token('b') });
      const script = {
        login: (_request: unknown, count: number) => token(`token-${count}`),
        send: () => ({ status }),
      };
      const options = { backup: backup.url, account: { ...RETRIES, ...account }, rateLimit: ONE };
      const { queue, gateway } = await open(script, options);
      const { id } = await queue.add(message());
      await reaches(queue, id, 'accepted');
      expect([gateway.sends.length, backup.sends.length]).toEqual([1, 1]);
    },
  );

  it('is held back for as long as the gateway asked, even if another answer asks for less', async () => {
    const mayAnswer = [new Latch(), new Latch()];
    const script = {
      async send(_request: unknown, count: number) {
        await mayAnswer[count - 1]?.opened;
        return { status: 429, headers: { 'retry-after': count === 1 ? '60' : '5' } };
      },
    };
    const { queue, gateway } = await open(script, { rateLimit: MANY });
    const ids = [await queue.add(message('one')), await queue.add(message('two'))];
    await eventually(() => gateway.sends.length === 2);
    for (const latch of mayAnswer) latch.open();
    for (const { id } of ids) await triedIn(queue, id);
    expect(await probe(tested.store, queue).heldFor()).toBeGreaterThan(50_000);
  });

  it('is held back for as long as the gateway asked, even within a longer window of the limit', async () => {
    const script = { send: () => ({ status: 429, headers: { 'retry-after': '60' } }) };
    const { queue } = await open(script, { rateLimit: LONG_WINDOW });
    await triedIn(queue, (await queue.add(message())).id);
    const ms = await probe(tested.store, queue).heldFor();
    expect(ms).toBeGreaterThan(50_000);
    expect(ms).toBeLessThanOrEqual(60_000);
  });

  it('logs in to all accounts of a failover', async () => {
    const backup = await ScriptedGateway.listen({ login: () => token('b') });
    const script = { login: () => token('a') };
    const options = { backup: backup.url, account: TOKENS, rateLimit: ONE };
    const { queue, gateway } = await open(script, options);
    const { id } = await queue.add(message());
    await reaches(queue, id, 'accepted');
    expect([gateway.logins.length, backup.logins.length]).toEqual([1, 1]);
  });

  it('is needed for that: without it, a message is retried as by send', async () => {
    const script = {
      send: (_request: unknown, count: number) => (count < 3 ? { status: 429 } : acceptance()),
    };
    const { queue, gateway } = await open(script, { account: RETRIES });
    const { id } = await queue.add(message());
    await reaches(queue, id, 'accepted');
    expect(gateway.sends).toHaveLength(3);
  });
});

describeStore('Redis', 'a queue in Redis', () => {
  const tested = storeForTests('Redis');

  it('keeps a global rate limit that the app set in BullMQ', async () => {
    const shared = freshName();
    const { queue } = await tested.open({}, { name: shared, worker: false });
    const bull = await bullOf(queue);
    await bull.setGlobalRateLimit(1000, 1000);
    await tested.open({}, { name: shared });
    await reaches(queue, (await queue.add(message())).id, 'accepted');
    expect(await bull.getGlobalRateLimit()).toEqual({ max: 1000, duration: 1000 });
  });
});
