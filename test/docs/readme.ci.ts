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
const TARBALL = '../nestjs-sms-gateway/nestjs-sms-gateway-0.1.0.tgz';
// The first one that has a command shows its answer.
const PAGES = ['docs/sample-app.md', 'docs/http-service.md', 'README.md'];
const PATIENCE = 600_000;

const readme = readFileSync('README.md', 'utf8');
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
    for (const page of ['http://127.0.0.1:4010/', 'http://localhost:3000/docs']) {
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
    const killed = start(command('npm run start:durable -- --no-simulator'), ROOT, env);
    const pid = await killed.untilPrinted(/kill -9 (\d+)\n/);
    const add = local(command('curl -s http://localhost:3000/sms/queue'));
    const added = JSON.parse(await run(add, ROOT));
    expect(added).toEqual(shaped(answerTo('curl -s http://localhost:3000/sms/queue')));
    const ask = `curl -s ${local('http://localhost:3000/sms/queue')}/${added.id}`;
    await untilAnswered(ask, '"status":"delayed"');
    await run(`kill -9 ${pid}`, ROOT);

    const app = start(command('npm run start:durable'), ROOT, env);
    await app.untilPrinted(/kill -9 (\d+)\n/);
    await untilAnswered(ask, '"status":"accepted"');
    expect(JSON.parse(await run(add, ROOT))).toEqual({ id: added.id, duplicate: true });
    expect(JSON.parse(await inbox()).messages).toHaveLength(1);

    // The rest of that section is in test/sample-app/durable.ci.ts.
    await run(local(command('curl -s -X PUT http://localhost:4010/api/faults')), ROOT);
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
  'makes an app in an empty folder that sends, and whose own end-to-end tests pass',
  async () => {
    // The package is not on npm yet: its name means the packed file, and all else is as written.
    expect(readme).toContain(`\`npm ci && npm pack\``);
    expect(readme).toContain(`\`${TARBALL}\``);
    await run(`npm pack --pack-destination ${folder}/nestjs-sms-gateway`, ROOT);
    await run(command('npx --yes @nestjs/cli@12 new shop'), folder);
    expect(command('cd shop')).toBe('cd shop');
    const install = command('npm install nestjs-sms-gateway');
    await run(install.replace('nestjs-sms-gateway', TARBALL), shop);

    const ports: readonly [string, string] = [await freePort(), await freePort()];
    const local = (text: string): string => text.replaceAll('4010', ports[1]);
    await writeFile(join(shop, 'src/logins.ts'), readmeFile(/^\/\/ any provider or controller/));
    await writeFile(
      join(shop, 'src/app.module.ts'),
      local(forSimulator(readmeFile(/^\/\/ app\.module\.ts/))),
    );
    const key = '5f'.repeat(32);
    await run(`SMS_OTP_KEY=${key} npm run test:e2e`, shop);
    await writeFile(join(shop, 'src/app.service.ts'), SENDING);
    const simulator = start(local(command('npx -p nestjs-sms-gateway')), shop);
    await simulator.untilAnswers(local('http://127.0.0.1:4010/health'));
    await start('npm run start', shop, { SMS_OTP_KEY: key, PORT: ports[0] }).untilAnswers(
      `http://localhost:${ports[0]}/`,
    );
    await untilAnswered(local('curl -s http://127.0.0.1:4010/api/messages'), 'Your code is ');
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

/** The service of the new app, with the README's service. */
const SENDING = `import { Injectable } from '@nestjs/common';
import { Logins } from './logins.js';

@Injectable()
export class AppService {
  constructor(private readonly logins: Logins) {}

  getHello(): string {
    void this.logins.sendCode('+91 98765 43210');
    return 'Hello World!';
  }
}
`;

/** A file that the README shows, by its first line. */
function readmeFile(first: RegExp): string {
  return codeBlocks('README.md').find(({ code }) => first.test(code))?.code ?? '';
}

/** The README's module with what it says for the simulator, and with the services of the new app. */
function forSimulator(module: string): string {
  const account = ['baseUrl', 'userId', 'password'].map(
    (name) =>
      new RegExp(`\\b${name}: '[^']*'`).exec(section('README.md', 'In your own app'))?.[0] ?? '',
  );
  const written = account.reduce(
    (text, value) =>
      text.replace(new RegExp(`\\b${value.split(':')[0]}: [^,}]*?(?=,| \\})`), value),
    module,
  );
  return `import { AppController } from './app.controller.js';
import { AppService } from './app.service.js';
import { Logins } from './logins.js';
${written.replace(/^( *)imports: \[/m, '$1controllers: [AppController],\n$1providers: [AppService, Logins],\n$&')}`;
}

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
