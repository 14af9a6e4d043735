// Starts PostgreSQL and builds the app, so only `.ci/run` runs it. That a queued message outlives a kill
// is in test/docs/readme.ci.ts, with the README's commands.
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { Running } from '../docs/terminal.js';
import { freePort } from '../../scripts/free-port.mjs';
import { until } from '../queue/open-queue.js';
import { storeForTests } from '../queue/describe-stores.js';
import { afterThisTest } from '../support/clean-up.js';

const PATIENCE = 300_000;
const COMMAND = 'npm run start:durable';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-durable-'));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function start(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const running = Running.start(COMMAND, process.cwd(), {
    PORT: `${await freePort()}`,
    SMS_SIMULATOR_PORT: `${await freePort()}`,
    DURABLE_DATA: folder,
    DATABASE_URL: '',
    REDIS_URL: '',
    ...env,
  });
  afterThisTest(() => running.stop());
  return running;
}

it(
  'ends with its PostgreSQL on Ctrl-C, and starts again on the same data',
  async () => {
    const lock = join(folder, 'postgres', 'postmaster.pid');
    const first = await start();
    const password = await first.untilPrinted(/Password .*: (\S+)/);
    expect(await first.untilPrinted(/([^]*)kill -9/)).not.toContain('WARN');
    expect(existsSync(lock)).toBe(true);
    await first.stop('SIGINT');
    expect(existsSync(lock)).toBe(false);
    const second = await start();
    expect(await second.untilPrinted(/Password .*: (\S+)/)).toBe(password);
  },
  PATIENCE,
);

it(
  'shows a message that was being sent at a kill as unknown, with the report of the simulator, until a person settles it',
  async () => {
    const env = { PORT: `${await freePort()}`, SMS_SIMULATOR_PORT: `${await freePort()}` };
    const app = `http://127.0.0.1:${env.PORT}`;
    const simulator = `http://127.0.0.1:${env.SMS_SIMULATOR_PORT}`;
    const killed = await start(env);
    const pid = Number(await killed.untilPrinted(/kill -9 (\d+)\n/));
    const password = await killed.untilPrinted(/Password .*: (\S+)/);
    const fault = { fault: 'slow', latency: 60_000 };
    await request(simulator)
      .put('/api/faults')
      .send({ next: [fault] });
    const message = { to: '+91 98765 43210', text: 'Hello' };
    const { id } = (await request(app).post('/sms/queue').send(message)).body;
    // The simulator has it, also after the kill.
    const inbox = join(folder, 'inbox.json');
    await until(
      () => readFile(inbox, 'utf8').catch(() => ''),
      (text) => text.includes('Hello'),
      60_000,
    );
    process.kill(pid, 'SIGKILL');
    // Its shell must see it die: if both are killed at once, the dead app can stay in the list of processes,
    // and its file seems to be in use.
    await killed.untilEnded();

    const restarted = await start(env);
    await restarted.untilPrinted(/kill -9 (\d+)\n/);
    const state = async () => (await request(app).get(`/sms/queue/${id}`)).body;
    const page = async () => (await request(app).get('/unknown').auth('x', password)).text;
    await until(state, ({ status }) => status === 'unknown', 60_000);
    expect(await page()).toContain('may belong to another message');
    await until(page, (text) => text.includes('<li>delivered, transaction'), 60_000);
    expect((await state()).status).toBe('unknown');
    await request(app)
      .post(`/unknown/${id}`)
      .auth('x', password)
      .set('Origin', app)
      .type('form')
      .send({ action: 'accepted' })
      .expect(303);
    expect((await state()).outcome).toMatchObject({ status: 'accepted', code: 'settled' });
    expect(await page()).toContain('There are none.');
  },
  PATIENCE,
);

describe('with a store of its own', () => {
  const tested = storeForTests('PostgreSQL');

  it(
    'uses DATABASE_URL, says so without its password, and starts no PostgreSQL',
    async () => {
      const app = await start({ DATABASE_URL: tested.store.url });
      expect(await app.untilPrinted(/(The queue is kept in .*)/)).toBe(
        'The queue is kept in DATABASE_URL.',
      );
      const url = await app.untilPrinted(/App +(http:\S+)/);
      await app.untilPrinted(/Password/);
      const message = { to: '+91 98765 43210', text: 'Hello' };
      await request(url).post('/sms/queue').send(message).expect(202);
      expect(existsSync(join(folder, 'postgres'))).toBe(false);
    },
    PATIENCE,
  );
});
