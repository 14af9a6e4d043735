// An app that has other versions of the optional packages than this package was tested with, and undici 8.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeStore, storeForTests } from '../queue/describe-stores.js';
import { Consumer, emptyFolder } from './consumer.js';

const NODE = `node-linux-${process.arch}`;
const PACKAGES = [
  'bullmq@5',
  'bullmq6@npm:bullmq@6',
  'ioredis@6',
  'csv-parse@5',
  'axios@~1.13.0',
  'undici@8',
  '@nestjs/common@12',
  '@nestjs/core@12',
  'reflect-metadata@0.2',
  'rxjs@7',
  '@types/node@20',
  'typescript@5.9',
];
const STRICT =
  '--strict --target es2022 --types node --experimentalDecorators --emitDecoratorMetadata --rootDir src --outDir out';
// npm and the compiler are slow on a busy machine.
const PATIENCE = 600_000;

let folder: string;
let tarball: string;
let tools: Consumer;

describeStore('Redis', 'an existing app', () => {
  const tested = storeForTests('Redis');

  beforeAll(async () => {
    folder = await emptyFolder();
    [tarball, tools] = await Promise.all([
      Consumer.pack(folder),
      // undici 8 needs Node.js 22 or newer.
      Consumer.create('commonjs', ['pnpm@latest', `node@npm:${NODE}@24`]),
    ]);
  }, PATIENCE);

  afterAll(async () => {
    await Promise.all([tools?.remove(), rm(folder, { recursive: true })]);
  });

  it.each([
    ['npm', ['module', 'commonjs']],
    ['pnpm', ['module']],
  ] as const)(
    'with %s, as %j, installs, compiles, sends, and queues with a BullMQ of another name',
    async (manager, types) => {
      const pnpm = manager === 'pnpm' ? join(tools.folder, 'node_modules/.bin/pnpm') : undefined;
      const own = pnpm === undefined ? tarball : `file:${tarball}`;
      await using app = await Consumer.create(types[0], [own, ...PACKAGES], pnpm);
      await app.add('typed.ts');
      await app.add('existing-app.ts');
      const compile = async (options: string): Promise<string> => {
        const args = `${STRICT} --module nodenext ${options}`.split(' ');
        const compiling = app.run('node_modules/typescript/bin/tsc', ...args);
        return (await compiling.catch((error: { stdout: string }) => error)).stdout;
      };
      const node = join(tools.folder, 'node_modules/node/bin/node');
      for (const type of types) {
        await app.setType(type);
        // Beside BullMQ 5, which none of the types needs.
        expect(await compile('--skipLibCheck false --noEmit src/typed.ts')).toBe('');
        expect(await compile('--skipLibCheck src/existing-app.ts')).toBe('');
        const { stdout } = await app.runOn(node, 'out/existing-app.js', tested.store.url);
        expect(JSON.parse(stdout)).toEqual({
          sent: ['919876543210', '919876543210', '919876543210'],
          queued: true,
          withBullMq6: true,
          withBullMq5: false,
          templates: 1,
          warnings: 1,
        });
      }
    },
    PATIENCE,
  );
});
