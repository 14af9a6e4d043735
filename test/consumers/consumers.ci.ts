import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Consumer, emptyFolder } from './consumer.js';

const COMMON = ['rxjs@7', 'reflect-metadata@0.2'];
const OPENTELEMETRY = [
  '@opentelemetry/api@1.9',
  '@opentelemetry/sdk-trace-base@2',
  '@opentelemetry/context-async-hooks@2',
];
const NEST_12_ALONE = ['@nestjs/common@12', '@nestjs/core@12', ...COMMON];
const NEST_11_AND_AXIOS = ['@nestjs/common@11', '@nestjs/core@11', '@nestjs/axios@4', 'axios@1'];

// npm and the compiler are slow on a busy machine.
const PATIENCE = 300_000;

let tarballs: string;
let es: Consumer;
let commonJs: Consumer;

beforeAll(async () => {
  tarballs = await emptyFolder();
  const tarball = await Consumer.pack(tarballs);
  [es, commonJs] = await Promise.all([
    Consumer.create('module', [
      tarball,
      ...NEST_12_ALONE,
      'bullmq@~6.7.0',
      '@nestjs/terminus@12',
      ...OPENTELEMETRY,
    ]),
    Consumer.create('commonjs', [
      tarball,
      ...NEST_11_AND_AXIOS,
      ...COMMON,
      '@nestjs/terminus@11',
      ...OPENTELEMETRY,
    ]),
  ]);
}, PATIENCE);

afterAll(async () => {
  await Promise.all([es?.remove(), commonJs?.remove(), rm(tarballs, { recursive: true })]);
});

const TSC = join(process.cwd(), 'node_modules/typescript/bin/tsc');
// The compiler and @types/node are those of this project.
const STRICT = [
  '--strict --target es2022 --lib es2023 --experimentalDecorators --emitDecoratorMetadata',
  `--types node --typeRoots ${join(process.cwd(), 'node_modules/@types')} --rootDir src --outDir out`,
].join(' ');
const NODENEXT = '--module nodenext --moduleResolution nodenext';
// What Nest's own starter had for years, which ignores `exports`.
const NODE10 = '--module commonjs --moduleResolution node10 --ignoreDeprecations 6.0';

/** Compiles files, and returns what the compiler has to say: nothing if all types fit. */
async function compile(app: Consumer, options: string, ...files: string[]): Promise<string> {
  const args = `${STRICT} ${options}`.split(' ');
  const { stdout } = await app
    .run(TSC, ...args, ...files.map((file) => `src/${file}`))
    .catch((error: { stdout: string }) => error);
  return stdout;
}

const TRACED = {
  spans: [
    ['login default', 'send default'],
    ['attempt default', 'send default'],
    ['send default', null],
  ],
  health: 'up',
};

it(
  'traces and checks its health, as ES modules with Terminus 12 and as CommonJS with Terminus 11',
  async () => {
    await Promise.all([
      es.add('run-telemetry.cjs'),
      es.add('telemetry.mjs'),
      commonJs.add('run-telemetry.cjs'),
      commonJs.add('telemetry.cjs'),
    ]);
    const [ofEs, ofCommonJs] = await Promise.all([
      es.run('src/telemetry.mjs'),
      commonJs.run('src/telemetry.cjs'),
    ]);
    expect(JSON.parse(ofEs.stdout)).toEqual(TRACED);
    expect(JSON.parse(ofCommonJs.stdout)).toEqual(TRACED);
  },
  PATIENCE,
);

describe('an ES app on Nest 12, without axios and @nestjs/axios', () => {
  it(
    'compiles with skipLibCheck off, sends, and ends by itself',
    async () => {
      await Promise.all([es.add('es-app.ts'), es.add('typed.ts')]);
      expect(await compile(es, NODENEXT, 'es-app.ts', 'typed.ts')).toBe('');
      const { stdout } = await es.run('out/es-app.js');
      expect(JSON.parse(stdout)).toMatchObject({
        receipt: { accepted: ['919876543210'] },
        report: { state: 'delivered' },
        verified: { ok: true, to: '919876543210' },
        inbox: ['from an ES app'],
      });
    },
    PATIENCE,
  );

  it(
    'starts with an http of its own, because the package imports no axios',
    async () => {
      await es.add('http-without-axios.mjs');
      const { stdout } = await es.run('src/http-without-axios.mjs');
      expect(JSON.parse(stdout)).toEqual({ requests: 1 });
    },
    PATIENCE,
  );

  it(
    'is told which package its queue needs',
    async () => {
      await es.add('queue-without-pg.mjs');
      const { stdout } = await es.run('src/queue-without-pg.mjs');
      expect(JSON.parse(stdout)).toEqual({
        name: 'SmsConfigurationError',
        message:
          "SmsQueueModule needs the package 'pg' for the connection of the queue 'default'. Install it: npm install pg.",
      });
    },
    PATIENCE,
  );

  it(
    'has one copy if it both imports and requires the package; two copies know each other',
    async () => {
      await es.add('two-copies.mjs');
      const { stdout } = await es.run('src/two-copies.mjs');
      expect(JSON.parse(stdout)).toEqual({
        accepted: ['919876543210'],
        oneCopyByName: true,
        twoCopiesByPath: true,
        injectedByTheOther: true,
        namedByTheOthersToken: true,
        sentByTheOthersModule: true,
        knownByTheOthersClass: true,
        knownByTheOthersBase: true,
        notAnother: false,
      });
    },
    PATIENCE,
  );

  it(
    'has its command',
    async () => {
      const { stdout } = await es.run('node_modules/.bin/sms-gateway', 'simulator', '--help');
      expect(stdout).toContain('Usage: npx');
      // npx takes the only command of a package for its name.
      const { bin } = JSON.parse(await readFile('package.json', 'utf8')) as { bin: object };
      expect(Object.keys(bin)).toEqual(['sms-gateway']);
    },
    PATIENCE,
  );
});

describe('a CommonJS app on Nest 11, with @nestjs/axios 4', () => {
  it(
    'sends through its HttpService, and ends by itself',
    async () => {
      await commonJs.add('commonjs-app.cjs');
      const { stdout } = await commonJs.run('src/commonjs-app.cjs');
      expect(JSON.parse(stdout)).toMatchObject({
        receipt: { accepted: ['919876543210'] },
        report: { state: 'delivered' },
        verified: { ok: true, to: '919876543210' },
        inbox: ['from a CommonJS app'],
      });
    },
    PATIENCE,
  );

  it.each([
    ['nodenext', NODENEXT],
    ['node10', NODE10],
  ])(
    'compiles with module resolution %s',
    async (_name, resolution) => {
      await commonJs.add('typed.ts');
      const options = `${resolution} --skipLibCheck --noEmit`;
      expect(await compile(commonJs, options, 'typed.ts')).toBe('');
    },
    PATIENCE,
  );
});
