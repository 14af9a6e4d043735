// From an empty folder to a message in the inbox: the Nest CLI's new app, the guide "A one-time password",
// word for word, and the commands and tests of the other pages.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalApps } from '../docs/local-apps.js';
import { codeBlocks, commandsOf, shaped } from '../docs/markdown.js';
import { run } from '../docs/terminal.js';
import { Consumer, emptyFolder } from './consumer.js';

const GUIDE = 'docs/guides/a-one-time-password.md';
const START = 'docs/start-here.md';
const ORDERS = 'src/orders.controller.ts';
// npm and the compiler are slow on a busy machine.
const PATIENCE = 900_000;

let tarballs: string;
let tarball: string;
let apps: LocalApps;

beforeAll(async () => {
  tarballs = await emptyFolder();
  tarball = await Consumer.pack(tarballs);
}, PATIENCE);

beforeEach(async () => {
  apps = await LocalApps.onFreePorts();
});

afterEach(() => apps.stop());

afterAll(() => rm(tarballs, { recursive: true }));

const isInstall = (command: string): boolean => command.startsWith('npm install ');

/** An install command with the packed package, as if it were published. */
const packed = (command: string): string =>
  command.replaceAll(/(?<= )nestjs-sms-gateway(?= |$)/g, tarball);

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
  const install = `npm install nestjs-sms-gateway ${config}`;
  /** The code of the guides in a CommonJS app, which they describe. */
  const adapted = (code: string): string =>
    nest === '11' ? code.replaceAll(/(from '\.\/.*)\.js'/g, "$1'") : code;
  let folder: string;
  let shop: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `sms-nest-${nest}-`));
    shop = join(folder, 'shop');
    await run(
      `npx --yes @nestjs/cli@${nest} new shop --skip-git --package-manager npm${options}`,
      folder,
    );
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
      one(new RegExp(`^npx --yes @nestjs/cli@${nest} new shop-login `));
      await run(packed(one(new RegExp(`^${install}$`))), shop);
      await apps.writeFiles(GUIDE, shop, adapted);
      await run(one(/SMS_OTP_KEY=/), shop);
      const tested = await run('npm test -- app.controller 2>&1 && npm run test:e2e 2>&1', shop);
      expect(tested.match(/1 passed/g)).not.toBeNull();
      await apps.startBoth(one(/sms-gateway simulator /), one(/^npm run start$/), shop);

      const known: Record<string, string> = {};
      const call = (command: string): Promise<string> =>
        apps.run(
          command.replaceAll(/<(\w+)>/g, (_, name: string) => known[name] ?? ''),
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
          expect(given).toEqual(shaped(JSON.parse(answer.code)));
          Object.assign(known, given);
        }
      }
      expect((await apps.inbox()).match(/"919876543211"/g)).not.toBeNull();
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
      const [installed, ...others] = commandsOf(nest === '11' ? on11! : on12!);
      // The app is that of the guide, from the test above, which installs the same.
      expect(installed).toBe(install);
      for (const command of others) await run(command, shop);
      const files = new Set([
        'first.spec.ts',
        'login.spec.ts',
        'app.spec.ts',
        'accounts.spec.ts',
        'gateway.spec.ts',
      ]);
      const orders = codeBlocks(START).find(({ code }) => code.startsWith(`// ${ORDERS}\n`));
      await writeFile(join(shop, ORDERS), adapted(orders?.code ?? ''));
      for (const { code, excerptOf = '' } of blocks) {
        const name = basename(excerptOf);
        if (name === 'jest.config.mjs' && nest === '12') await writeFile(join(shop, name), code);
        if (files.has(name)) await writeFile(join(shop, 'src', name), adapted(code));
      }
      for (const runner of runners) {
        const all = commandsOf(jest!);
        if (all.includes(runner)) for (const command of all.slice(0, -1)) await run(command, shop);
        const names = [...files].map((name) => name.replace(/\.ts$/, '')).join(' ');
        const passed = await run(`${runner} ${names} 2>&1`, shop);
        expect(passed).toContain('13 passed');
      }
    },
    PATIENCE,
  );

  it(
    'can install what the other pages name, all at once, and rehearse a campaign',
    async () => {
      const pages = ['limits', 'queue', 'simulator', 'guides/a-campaign'];
      const commands = pages
        .flatMap((page) => codeBlocks(`docs/${page}.md`))
        .filter(({ language, code }) => language === 'sh' && !code.includes('docker'))
        .flatMap((block) => commandsOf(block));
      const packages = commands.filter(isInstall).map((line) => line.replace('npm install ', ''));
      expect(packages.length).toBeGreaterThan(2);
      await run(packed(`npm install --dry-run ${packages.join(' ')}`), shop);
      const others = commands.filter((command) => !isInstall(command));
      expect(others.length).toBeGreaterThan(2);
      for (const command of others) {
        if (!command.includes('sms-gateway simulator')) await apps.run(command, shop);
        else {
          await apps.stop();
          await apps.start(command, shop).untilAnswers(apps.local('http://127.0.0.1:4010/health'));
        }
      }
      // The campaign's last command turns its faults off again.
      const faults = await apps.run('curl -s http://127.0.0.1:4010/api/faults');
      expect(JSON.parse(faults)).toMatchObject({ next: [], chance: [] });
    },
    PATIENCE,
  );

  it(
    'sends after each restart of nest start --watch',
    async () => {
      const simulator = codeBlocks(GUIDE)
        .flatMap((block) => commandsOf(block))
        .find((command) => command.includes('sms-gateway simulator '));
      const env = join(shop, '.env');
      const address = apps.local('127.0.0.1:4010');
      await writeFile(env, (await readFile(env, 'utf8')).replace(/127\.0\.0\.1:\d+/, address));
      await apps.startBoth(simulator ?? '', 'npm run start:dev', shop);
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
  for (let round = 0; !(await apps.inbox()).includes(text); round += 1) {
    if (round % 100 === 0) await change?.();
    await pause(100);
    await fetch(apps.local('http://127.0.0.1:3000/login/code'), {
      method: 'POST',
      // A process that shuts down would answer on a connection that is kept open.
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: '{ "to": "+91 98765 43210" }',
    }).catch(() => undefined);
  }
}
