// Follows docs/start-here.md word for word: its commands, its files and the answers that it shows. It installs an app
// from the registry, so only `.ci/run` runs it: jest --testMatch '**/test/docs/start-here.ci.ts'
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeBlocks, commandsOf } from './markdown.js';
import { freePort, run, Running } from './terminal.js';

const ROOT = process.cwd();
const PAGE = 'docs/start-here.md';
const PATIENCE = 600_000;

const blocks = codeBlocks(PAGE);
const steps = blocks.flatMap((block, index) =>
  block.language === 'sh'
    ? commandsOf(block).map((command, at, all) => ({
        command,
        shown: at === all.length - 1 ? blocks[index + 1] : undefined,
      }))
    : [],
);
const started: Running[] = [];

let folder: string;
let shop: string;
let ports: readonly [string, string];

/** A command or a file with the ports of this test. */
const local = (text: string): string =>
  text.replaceAll('3000', ports[0]).replaceAll('4010', ports[1]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-start-here-'));
  shop = join(folder, 'shop');
  await mkdir(join(folder, 'nestjs-sms-gateway'));
  ports = [await freePort(), await freePort()];
});

afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** Starts a command that runs until the end of the test. */
async function start(command: string, url: string, env = {}): Promise<void> {
  const running = Running.start(command, shop, env);
  started.push(running);
  await running.untilAnswers(url);
}

it(
  'gets from an empty folder to a message in the inbox, errors and a test, as docs/start-here.md says',
  async () => {
    const left = steps.map(({ command }) => command);
    expect(left.splice(0, 2)).toEqual(['npm ci && npm pack', 'cd ..']);
    // Installed and built already.
    await run(`npm pack --pack-destination ${folder}/nestjs-sms-gateway`, ROOT);
    const [create = '', cd, install = ''] = left.splice(0, 3);
    await run(create, folder);
    expect(cd).toBe('cd shop');
    await run(install, shop);

    for (const { language, code } of blocks) {
      const [, file] = /^\/\/ (src\/\S+)\n/.exec(code) ?? [];
      if (file !== undefined) await writeFile(join(shop, file), code);
      if (language === 'ini') await writeFile(join(shop, '.env'), local(code));
    }
    const [simulator = '', app = ''] = left.splice(0, 2);
    await start(local(simulator), local('http://127.0.0.1:4010/health'));
    await start(app, local('http://127.0.0.1:3000/'), { PORT: ports[0] });

    const asked = steps.filter(({ command }) => command.startsWith('curl '));
    expect(left.splice(0, asked.length)).toEqual(asked.map(({ command }) => command));
    for (const { command, shown } of asked) {
      expect(shown?.language).toBe('json');
      expect(JSON.parse(await run(local(command), shop))).toEqual(shaped(shown?.code ?? ''));
    }
    expect(readFileSync(PAGE, 'utf8')).toContain('<http://127.0.0.1:4010/>');
    const inbox = await run(local('curl -s http://127.0.0.1:4010/api/messages'), shop);
    const { messages } = JSON.parse(inbox) as { messages: { text: string; status: string }[] };
    expect(messages.map(({ text, status }) => `${status}: ${text}`).toSorted()).toEqual([
      'accepted: Your order 42 is on its way.',
      'accepted: Your order 45 is on its way.',
      'refused: Your order 44 is on its way.',
    ]);

    expect(left).toEqual(['npm test']);
    const printed = await run('NO_COLOR=1 npm test 2>&1', shop);
    const counts = blocks.find(({ language }) => language === 'text')?.code.trimEnd();
    expect(printed).toContain(counts);
    expect(await run('npm run test:e2e 2>&1', shop)).toContain('passed');
  },
  PATIENCE,
);

/** What an answer must be: as in the docs, except that ids differ. */
function shaped(shown: string): unknown {
  return JSON.parse(shown, (_, value: unknown) =>
    typeof value === 'string' && /^\d{16,}$/.test(value)
      ? expect.stringMatching(/^\d{16,}$/)
      : value,
  );
}
