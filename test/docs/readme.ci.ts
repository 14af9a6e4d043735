// Runs every command of the README and of some pages, as written, and compares the answers with those that it shows.
// It installs apps from the registry and takes minutes, so only `.ci/run` runs it:
// jest --testMatch '**/test/docs/*.ci.ts'
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalApps } from './local-apps.js';
import { codeBlocks, commandsOf, section, shaped } from './markdown.js';
import { run } from './terminal.js';

const ROOT = process.cwd();
// The first one that has a command shows its answer.
const PAGES = ['docs/sample-app.md', 'docs/http-service.md', 'README.md'];
const START = 'docs/start-here.md';
const PATIENCE = 600_000;

const blocks = PAGES.flatMap((page) => codeBlocks(page));
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap((block) => commandsOf(block));
const left = new Set(commands);

/** A command of these pages, told by its beginning. */
function command(beginning: string): string {
  const found =
    commands.find((each) => each === beginning) ??
    commands.find((each) => each.startsWith(beginning));
  if (found === undefined) throw new Error(`No page has the command '${beginning}...'`);
  left.delete(found);
  return found;
}

/** The JSON that a page shows below a command. */
function answerTo(beginning: string): unknown {
  const asked = blocks.findIndex((block) =>
    commandsOf(block).some((each) => each.startsWith(beginning)),
  );
  const { language, code } = blocks[asked + 1] ?? { language: '', code: '' };
  if (language !== 'json') throw new Error(`No answer is shown below '${beginning}...'`);
  return JSON.parse(code);
}

let folder: string;
let shop: string;
let apps: LocalApps;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-readme-'));
  shop = join(folder, 'shop');
  await mkdir(join(folder, 'nestjs-sms-gateway'));
});

beforeEach(async () => {
  apps = await LocalApps.onFreePorts();
});

afterEach(() => apps.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

// Installed already, by `.ci/run`.
function withoutInstall(line: string): string {
  return line.replace('npm ci && ', '');
}

it('has install and test commands that .ci/run itself begins with', () => {
  const script = readFileSync('.ci/run', 'utf8');
  expect(script).toMatch(/^gate 'install' npm ci$/m);
  expect(script).toMatch(/^gate .* npm test\b/m);
  expect(command('npm ci && npm test')).toBe('npm ci && npm test');
});

it(
  'runs the sample app, which answers as shown',
  async () => {
    const app = apps.start(withoutInstall(command('npm ci && npm start')), ROOT);
    const inbox = await app.untilPrinted(/Inbox +(http:\S+?)\/?\n/);
    const url = await app.untilPrinted(/App +(http:\S+?)\/?\n/);
    const local = (text: string): string =>
      text.replaceAll('http://localhost:3000', url).replaceAll('http://127.0.0.1:4010', inbox);

    const answer = await run(local(command('curl -s http://localhost:3000/sms')), ROOT);
    expect(JSON.parse(answer)).toEqual(shaped(answerTo('curl -s http://localhost:3000/sms')));
    const messages = await run(local(command('curl -s http://127.0.0.1:4010/api')), ROOT);
    expect(messages).toContain('Your code is 482913');
    for (const page of [
      'http://127.0.0.1:4010/',
      'http://localhost:3000/',
      'http://localhost:3000/docs',
    ]) {
      expect(readFileSync('docs/sample-app.md', 'utf8')).toContain(`<${page}>`);
      expect((await fetch(local(page))).status).toBe(200);
    }
  },
  PATIENCE,
);

it(
  'sends a queued message once, although the app was killed before',
  async () => {
    const queue = join(folder, 'queue');
    await mkdir(queue);
    // As root, PostgreSQL runs as another user.
    await chmod(folder, 0o755);
    const env = {
      SMS_SIMULATOR_PORT: apps.simulatorPort,
      DURABLE_DATA: queue,
      DATABASE_URL: '',
      REDIS_URL: '',
    };
    const killed = apps.start(command('SMS_ROLE=web npm run start:durable'), ROOT, env);
    const pid = await killed.untilPrinted(/kill -9 (\d+)\n/);
    const add = command('curl -s http://localhost:3000/sms/queue');
    const added = JSON.parse(await apps.run(add));
    expect(added).toEqual(shaped(answerTo('curl -s http://localhost:3000/sms/queue')));
    const ask = `curl -s http://localhost:3000/sms/queue/${added.id}`;
    expect(JSON.parse(await apps.run(ask)).status).toBe('waiting');
    await run(`kill -9 ${pid}`, ROOT);

    const app = apps.start(command('npm run start:durable'), ROOT, env);
    await app.untilPrinted(/kill -9 (\d+)\n/);
    while (!(await apps.run(ask)).includes('"status":"accepted"')) await pause(50);
    expect(JSON.parse(await apps.run(add))).toEqual({ id: added.id, duplicate: true });
    expect(JSON.parse(await apps.inbox()).messages).toHaveLength(1);

    // The rest of that section is in test/sample-app/durable.ci.ts.
    await apps.run(command('curl -s -X PUT http://127.0.0.1:4010/api/faults'));
    const slow = commands.filter((each) =>
      each.startsWith('curl -s http://localhost:3000/sms/queue'),
    );
    const sent = JSON.parse(await apps.run(command(slow.at(-1) ?? '')));
    expect(sent).toEqual({ id: expect.any(String), duplicate: false });
    while (!(await apps.inbox()).includes('"total":2')) await pause(50);
  },
  PATIENCE,
);

describe('an app of the CLI of Nest', () => {
  const create = command('npx --yes @nestjs/cli@12 new shop');
  const install = command('npm install ../nestjs-sms-gateway/');

  beforeAll(async () => {
    // Installed and built already.
    await run(`npm pack --pack-destination ${folder}/nestjs-sms-gateway`, ROOT);
    await run(create, folder);
    await run(install, shop);
  }, PATIENCE);

  it(
    'sends with the module and the controller that the README shows',
    async () => {
      expect(command('npm ci && npm pack')).toBe('npm ci && npm pack && cd ..');
      expect(command('cd shop')).toBe('cd shop');
      await apps.writeFiles('README.md', shop);
      // Those of the Nest CLI still pass.
      expect(await run('npm test 2>&1', shop)).toContain('1 passed');
      expect(await run('npm run test:e2e 2>&1', shop)).toContain('1 passed');
      expect(section('README.md', 'In your own app')).toContain('`npm run start`');
      await apps.startBoth(command('npx -p nestjs-sms-gateway'), 'npm run start', shop);
      const [post, ...more] = commandsOf(
        codeBlocks('README.md').findLast(({ language }) => language === 'sh')!,
      );
      expect(more).toEqual([]);
      const answer = JSON.parse(await apps.run(command(post ?? ''), shop));
      expect(answer).toEqual({
        outcome: 'accepted',
        transactionId: expect.stringMatching(/^\d{16,}$/),
      });
      expect(await apps.inbox()).toContain('Your order 42 is on its way.');
    },
    PATIENCE,
  );

  it(
    'gets to a message in the inbox, errors and a test, as docs/start-here.md says',
    async () => {
      const page = codeBlocks(START);
      const steps = page.flatMap((block, index) =>
        block.language === 'sh'
          ? commandsOf(block).map((step, at, all) => ({
              step,
              shown: at === all.length - 1 ? page[index + 1] : undefined,
            }))
          : [],
      );
      const unused = steps.map(({ step }) => step);
      // Done above: the README begins with the same app.
      const begin = ['npm ci && npm pack', 'cd ..', create, 'cd shop', install];
      expect(unused.splice(0, begin.length)).toEqual(begin);
      await apps.writeFiles(START, shop);
      const [simulator = '', app = ''] = unused.splice(0, 2);
      await apps.startBoth(simulator, app, shop);

      const asked = steps.filter(({ step }) => step.startsWith('curl '));
      expect(unused.splice(0, asked.length)).toEqual(asked.map(({ step }) => step));
      for (const { step, shown } of asked) {
        expect(shown?.language).toBe('json');
        const answer: unknown = JSON.parse(await apps.run(step, shop));
        expect(answer).toEqual(shaped(JSON.parse(shown?.code ?? '')));
      }
      expect(readFileSync(START, 'utf8')).toContain('<http://127.0.0.1:4010/>');
      const { messages } = JSON.parse(await apps.inbox()) as {
        messages: { text: string; status: string }[];
      };
      expect(messages.map(({ text, status }) => `${status}: ${text}`).toSorted()).toEqual([
        'accepted: Your order 42 is on its way.',
        'accepted: Your order 45 is on its way.',
        'refused: Your order 44 is on its way.',
      ]);

      expect(unused).toEqual(['npm test']);
      const counts = page.find(({ language }) => language === 'text')?.code.trimEnd();
      expect(await run('NO_COLOR=1 npm test 2>&1', shop)).toContain(counts);
      expect(await run('npm run test:e2e 2>&1', shop)).toContain('passed');
    },
    PATIENCE,
  );

  it(
    'can install what its own HttpService needs',
    () => run(`${command('npm install @nestjs/axios')} --dry-run`, shop),
    PATIENCE,
  );
});

it('has no command that was not run here', () => {
  expect([...left]).toEqual([]);
});
