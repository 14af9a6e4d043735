// Runs every command of the README and of some pages, as written, and compares the answers with those that it shows.
// It installs apps from the registry and takes minutes, so only `.ci/run` runs it:
// jest --testMatch '**/test/docs/*.ci.ts'
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeBlocks, commandsOf, section } from './markdown.js';
import { freePort, run, Running } from './terminal.js';

const ROOT = process.cwd();
// The first one that has a command shows its answer.
const PAGES = ['docs/sample-app.md', 'docs/http-service.md', 'README.md'];
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
const started: Running[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-readme-'));
  shop = join(folder, 'shop');
  await mkdir(join(folder, 'nestjs-sms-gateway'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

// Installed already, by `.ci/run`.
function withoutInstall(line: string): string {
  return line.replace('npm ci && ', '');
}

function start(...given: Parameters<typeof Running.start>): Running {
  const running = Running.start(...given);
  started.push(running);
  return running;
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
    const app = start(withoutInstall(command('npm ci && npm start')), ROOT, {
      PORT: await freePort(),
    });
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
    const ports: readonly [string, string] = [await freePort(), await freePort()];
    const local = (text: string): string =>
      text.replaceAll('3000', ports[0]).replaceAll('4010', ports[1]);
    const queue = join(folder, 'queue');
    await mkdir(queue);
    // As root, PostgreSQL runs as another user.
    await chmod(folder, 0o755);
    const env = {
      PORT: ports[0],
      SMS_SIMULATOR_PORT: ports[1],
      DURABLE_DATA: queue,
      DATABASE_URL: '',
      REDIS_URL: '',
    };
    const inbox = async (): Promise<string> =>
      run(`curl -s ${local('http://127.0.0.1:4010/api/messages')}`, ROOT);
    const killed = start(command('SMS_ROLE=web npm run start:durable'), ROOT, env);
    const pid = await killed.untilPrinted(/kill -9 (\d+)\n/);
    const add = local(command('curl -s http://localhost:3000/sms/queue'));
    const added = JSON.parse(await run(add, ROOT));
    expect(added).toEqual(shaped(answerTo('curl -s http://localhost:3000/sms/queue')));
    const ask = `curl -s ${local('http://localhost:3000/sms/queue')}/${added.id}`;
    expect(JSON.parse(await run(ask, ROOT)).status).toBe('waiting');
    await run(`kill -9 ${pid}`, ROOT);

    const app = start(command('npm run start:durable'), ROOT, env);
    await app.untilPrinted(/kill -9 (\d+)\n/);
    await untilAnswered(ask, '"status":"accepted"');
    expect(JSON.parse(await run(add, ROOT))).toEqual({ id: added.id, duplicate: true });
    expect(JSON.parse(await inbox()).messages).toHaveLength(1);

    // The rest of that section is in test/sample-app/durable.ci.ts.
    await run(local(command('curl -s -X PUT http://127.0.0.1:4010/api/faults')), ROOT);
    const slow = commands.filter((each) =>
      each.startsWith('curl -s http://localhost:3000/sms/queue'),
    );
    const sent = JSON.parse(await run(local(command(slow.at(-1) ?? '')), ROOT));
    expect(sent).toEqual({ id: expect.any(String), duplicate: false });
    await untilAnswered(`curl -s ${local('http://127.0.0.1:4010/api/messages')}`, '"total":2');
  },
  PATIENCE,
);

it(
  'makes an app with the module and the controller that the README shows, which sends',
  async () => {
    expect(command('npm ci && npm pack')).toBe('npm ci && npm pack && cd ..');
    // Installed and built already.
    await run(`npm pack --pack-destination ${folder}/nestjs-sms-gateway`, ROOT);
    await run(command('npx --yes @nestjs/cli@12 new shop'), folder);
    expect(command('cd shop')).toBe('cd shop');
    await run(command('npm install ../nestjs-sms-gateway/'), shop);

    const ports: readonly [string, string] = [await freePort(), await freePort()];
    const local = (text: string): string =>
      text.replaceAll('3000', ports[0]).replaceAll('4010', ports[1]);
    for (const { language, code } of codeBlocks('README.md')) {
      const [, file] = /^\/\/ (src\/\S+)\n/.exec(code) ?? [];
      if (file !== undefined) await writeFile(join(shop, file), code);
      if (language === 'ini') await writeFile(join(shop, '.env'), local(code));
    }
    const simulator = start(local(command('npx -p nestjs-sms-gateway')), shop);
    await simulator.untilAnswers(local('http://127.0.0.1:4010/health'));
    expect(section('README.md', 'In your own app')).toContain('`npm run start`');
    const app = start('npm run start', shop, { PORT: ports[0] });
    await app.untilAnswers(local('http://localhost:3000/'));
    const post = commandsOf(codeBlocks('README.md').findLast(({ language }) => language === 'sh')!);
    expect(post).toHaveLength(1);
    const answer = JSON.parse(await run(local(command(post[0] ?? '')), shop));
    expect(answer).toEqual({ transactionId: expect.stringMatching(/^\d{16,}$/) });
    const inbox = await run(local('curl -s http://127.0.0.1:4010/api/messages'), shop);
    expect(inbox).toContain('Your order is on its way');
  },
  PATIENCE,
);

it(
  'installs what its own HttpService needs',
  () => run(command('npm install @nestjs/axios'), shop),
  PATIENCE,
);

it('has no command that was not run here', () => {
  expect([...left]).toEqual([]);
});

/** Runs a command until its answer has this. */
async function untilAnswered(question: string, wanted: string): Promise<void> {
  while (!(await run(question, ROOT)).includes(wanted)) await pause(50);
}

/** What an answer must contain: everything that is shown, except that ids differ and `…` means anything. */
function shaped(shown: unknown): unknown {
  if (shown === '…') return expect.anything();
  if (typeof shown === 'string' && /^\d{16,}$/.test(shown))
    return expect.stringMatching(/^\d{16,}$/);
  if (Array.isArray(shown)) return shown.map(shaped);
  if (typeof shown !== 'object' || shown === null) return shown;
  const entries = Object.entries(shown).map(([key, value]) => [key, shaped(value)] as const);
  const isWhole = !entries.some(([key]) => key === '…');
  const fields = Object.fromEntries(entries.filter(([key]) => key !== '…'));
  return isWhole ? fields : expect.objectContaining(fields);
}
