// From an empty folder to a message in the inbox: the Nest CLI's new app, the guide "A one-time password",
// word for word, and the commands and tests of the other pages.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeBlocks, commandsOf } from '../docs/markdown.js';
import { freePort, run, Running } from '../docs/terminal.js';
import { Consumer, emptyFolder } from './consumer.js';
import { LocalRegistry } from './local-registry.js';

const GUIDE = 'docs/guides/a-one-time-password.md';
// npm and the compiler are slow on a busy machine.
const PATIENCE = 900_000;

let tarballs: string;
let registry: LocalRegistry;
let appPort: string;
let simulatorPort: string;
const started: Running[] = [];

beforeAll(async () => {
  tarballs = await emptyFolder();
  registry = await LocalRegistry.start(await Consumer.pack(tarballs));
}, PATIENCE);

beforeEach(async () => {
  [appPort, simulatorPort] = [await freePort(), await freePort()];
});

afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));

afterAll(async () => {
  registry?.close();
  await rm(tarballs, { recursive: true });
});

/** A command or a file with the ports of this test. */
const local = (text: string): string =>
  text.replaceAll('3000', appPort).replaceAll('4010', simulatorPort);

function start(...given: Parameters<typeof Running.start>): Running {
  const running = Running.start(...given);
  started.push(running);
  return running;
}

async function runAll(commands: readonly string[], folder: string): Promise<void> {
  for (const command of commands) await run(command, folder);
}

/** Starts the simulator and the app, and waits until both answer. */
async function startBoth(simulator: string, app: string, folder: string): Promise<void> {
  await start(local(simulator), folder).untilAnswers(local('http://127.0.0.1:4010/health'));
  await start(app, folder, { PORT: appPort }).untilAnswers(local('http://127.0.0.1:3000/'));
}

const inbox = (): Promise<string> =>
  run(local('curl -s http://127.0.0.1:4010/api/messages'), tarballs);

const APPS = [
  { nest: '11', options: '', config: '@nestjs/config@4', runners: ['npm test --'] },
  {
    nest: '12',
    options: ' --no-observe',
    config: '@nestjs/config',
    // Its own Vitest, and Jest as docs/testing.md sets it up.
    runners: ['npm test --', 'node --experimental-vm-modules node_modules/jest/bin/jest.js'],
  },
];

describe.each(APPS)("the CLI's new app on Nest $nest", ({ nest, options, config, runners }) => {
  let folder: string;
  let shop: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `sms-nest-${nest}-`));
    shop = join(folder, 'shop');
    await run(
      `npx --yes @nestjs/cli@${nest} new shop --skip-git --package-manager npm${options}`,
      folder,
    );
    await writeFile(join(shop, '.npmrc'), `registry=${registry.url}\n`);
  }, PATIENCE);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    'sends and checks codes after the guide "A one-time password"',
    async () => {
      const blocks = codeBlocks(GUIDE);
      const commands = blocks.flatMap((block) =>
        block.language === 'sh'
          ? commandsOf(block).map((command, index, all) => ({
              command,
              answer: index === all.length - 1 ? blocks[blocks.indexOf(block) + 1] : undefined,
            }))
          : [],
      );
      const one = (pattern: RegExp): string => {
        const found = commands.filter(({ command }) => pattern.test(command));
        expect(found).toHaveLength(1);
        return found[0]!.command;
      };
      one(new RegExp(`^npx --yes @nestjs/cli@${nest} new shop `));
      await run(one(new RegExp(`^npm install nestjs-sms-gateway ${config}$`)), shop);
      for (const { language, code } of blocks) {
        const [, file] = /^\/\/ (src\/\S+)\n/.exec(code) ?? [];
        if (language === 'ini') await writeFile(join(shop, '.env'), local(code));
        // The guide says so for CommonJS.
        const written = nest === '11' ? code.replaceAll(/(from '\.\/.*)\.js'/g, "$1'") : code;
        if (file !== undefined) await writeFile(join(shop, file), written);
      }
      await run(one(/SMS_OTP_KEY=/), shop);
      const tested = await run('npm test -- app.controller 2>&1 && npm run test:e2e 2>&1', shop);
      expect(tested.match(/1 passed/g)).not.toBeNull();
      await startBoth(one(/sms-gateway simulator /), one(/^npm run start$/), shop);

      const known: Record<string, string> = {};
      const call = (command: string): Promise<string> =>
        run(
          local(command).replaceAll(/<(\w+)>/g, (_, name: string) => known[name] ?? ''),
          shop,
        );
      const calls = commands.filter(({ command }) => command.startsWith('curl '));
      expect(calls.length).toBeGreaterThan(4);
      for (const { command, answer } of calls) {
        if (command.includes('<otp>')) {
          expect([await call(command), await call(command)]).toEqual(['204\n', '401\n']);
        } else if (answer?.language !== 'json') await call(command);
        else {
          const given = JSON.parse(await call(command)) as Record<string, string>;
          expect(given).toEqual(shaped(answer.code));
          Object.assign(known, given);
        }
      }
      expect((await inbox()).match(/"919876543211"/g)).not.toBeNull();
    },
    PATIENCE,
  );

  it(
    'passes the tests of docs/testing.md and its reference, installed and run as they say',
    async () => {
      const blocks = ['testing', 'testing-reference'].flatMap((page) =>
        codeBlocks(`docs/${page}.md`),
      );
      const [on12, on11, jest] = blocks.filter(({ code }) => code.startsWith('npm install'));
      await runAll(commandsOf(nest === '11' ? on11! : on12!), shop);
      // The app is that of the guide, from the test above.
      const files = new Set(['login.spec.ts', 'app.spec.ts', 'gateway.spec.ts']);
      for (const { code, excerptOf = '' } of blocks) {
        const name = basename(excerptOf);
        if (name === 'jest.config.mjs' && nest === '12') await writeFile(join(shop, name), code);
        if (!files.has(name)) continue;
        // In a CommonJS app.
        const content = nest === '11' ? code.replaceAll(/(from '\.\/.*)\.js'/g, "$1'") : code;
        await writeFile(join(shop, 'src', name), content);
      }
      for (const runner of runners) {
        const all = commandsOf(jest!);
        if (all.includes(runner)) await runAll(all.slice(0, -1), shop);
        const passed = await run(`${runner} login.spec app.spec gateway.spec 2>&1`, shop);
        expect(passed).toContain('10 passed');
      }
    },
    PATIENCE,
  );

  it(
    'can install what the other pages name, and rehearse a campaign',
    async () => {
      const pages = ['limits', 'queue', 'simulator', 'guides/a-campaign'];
      const commands = pages
        .flatMap((page) => codeBlocks(`docs/${page}.md`))
        .filter(({ language, code }) => language === 'sh' && !code.includes('docker'))
        .flatMap((block) => commandsOf(block));
      expect(commands.length).toBeGreaterThan(5);
      for (const command of commands) {
        if (command.startsWith('npm install ')) await run(`${command} --dry-run`, shop);
        else if (!command.includes('sms-gateway simulator')) await run(local(command), shop);
        else {
          await Promise.all(started.splice(0).map((each) => each.stop()));
          await start(local(command), shop).untilAnswers(local('http://127.0.0.1:4010/health'));
        }
      }
      const faults = await run(local('curl -s http://127.0.0.1:4010/api/faults'), shop);
      expect(faults).toContain('"probability":0.01');
    },
    PATIENCE,
  );

  it(
    'sends after each restart of nest start --watch',
    async () => {
      const simulator = codeBlocks(GUIDE)
        .flatMap((block) => commandsOf(block))
        .find((command) => command.includes('sms-gateway simulator '));
      await writeFile(
        join(shop, '.env'),
        (await readFile(join(shop, '.env'), 'utf8')).replace(
          /127\.0\.0\.1:\d+/,
          local('127.0.0.1:4010'),
        ),
      );
      await startBoth(simulator ?? '', 'npm run start:dev', shop);
      await untilSent('Your code is ');
      const module = join(shop, 'src/app.module.ts');
      const code = await readFile(module, 'utf8');
      const text = ', message: ({ code }) => `The new code is ${code}`,';
      // Again and again, because a watcher that is still starting misses a change.
      await untilSent('The new code is ', () =>
        writeFile(module, code.replace('memoryOtpStore(),', `memoryOtpStore()${text}`)),
      );
    },
    PATIENCE,
  );
});

/** Asks the app for codes, also while it restarts, until a message has this text. */
async function untilSent(text: string, change?: () => Promise<void>): Promise<void> {
  for (let round = 0; !(await inbox()).includes(text); round += 1) {
    if (round % 100 === 0) await change?.();
    await pause(100);
    await fetch(local('http://127.0.0.1:3000/login/code'), {
      method: 'POST',
      // A process that shuts down would answer on a connection that is kept open.
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: '{ "to": "+91 98765 43210" }',
    }).catch(() => undefined);
  }
}

/** What an answer must be: as shown, with anything where `…` is. */
function shaped(shown: string): unknown {
  return JSON.parse(shown, (_, value: unknown) => (value === '…' ? expect.anything() : value));
}
