// docs/serverless.md as written: its function, bundled by its commands, without node_modules.
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { codeBlocks, commandsOf } from '../docs/markdown.js';
import { GatewaySimulator } from '../../simulator/index.js';
import { run } from '../docs/terminal.js';
import { Consumer } from './consumer.js';

const PATIENCE = 300_000;
const COMMON = ['rxjs@7', 'reflect-metadata@0.2', 'esbuild@0.28'];
const blocks = codeBlocks('docs/serverless.md');
const handler = blocks.find(({ code }) => code.startsWith('// src/handler.ts'))?.code ?? '';
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap((block) => commandsOf(block));

/** Calls the function as a platform does, and then ends. */
const CALL = `const { handler } = await import(process.argv[2]);
process.stdout.write(await handler({ to: '+91 98765 43210', code: '482913' }));
process.exit();`;

let folder: string;
let tarball: string;
let gateway: GatewaySimulator;

beforeAll(async () => {
  [folder, gateway] = await Promise.all([
    mkdtemp(join(tmpdir(), 'sms-bundle-')),
    GatewaySimulator.start(),
  ]);
  tarball = await Consumer.pack(folder);
  await writeFile(join(folder, 'call.mjs'), CALL);
}, PATIENCE);

afterAll(async () => {
  await gateway?.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  { type: 'commonjs', nest: 11, command: commands[0] ?? '' },
  { type: 'module', nest: 12, command: commands[1] ?? '' },
] as const)(
  'sends from one file without node_modules: $type, Nest $nest',
  async ({ type, nest, command }) => {
    const packages = [`@nestjs/common@${nest}`, `@nestjs/core@${nest}`, ...COMMON];
    const app = await Consumer.create(type, [tarball, ...packages]);
    await mkdir(join(app.folder, 'src'));
    await app.write('src/handler.ts', handler);
    await app.write('tsconfig.json', '{ "compilerOptions": { "experimentalDecorators": true } }');
    await run(command.replace('npx ', 'npx --no-install '), app.folder);
    const [, out = ''] = /--outfile=(\S+)/.exec(command) ?? [];
    const bundle = join(folder, basename(out));
    await copyFile(join(app.folder, out), bundle);
    await app.remove();

    const environment = `SMS_BASE_URL=${gateway.url} SMS_USER_ID=demo SMS_PASSWORD=demo-password`;
    const printed = await run(`${environment} node call.mjs ./${basename(out)}`, folder);
    expect(gateway.messages.at(-1)).toMatchObject({
      transactionId: printed.split('\n').at(-1),
      text: 'Your code is 482913',
    });
    // The page says about 1.9 MB.
    expect((await stat(bundle)).size).toBeLessThan(2_050_000);
  },
  PATIENCE,
);

it('has no command that was not run here', () => {
  expect(commands).toHaveLength(2);
});
