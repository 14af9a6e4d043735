import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Consumer, emptyFolder } from './consumer.js';

const TSC = join(process.cwd(), 'node_modules/typescript/bin/tsc');
const COMMON = ['rxjs@7', 'reflect-metadata@0.2', 'axios@1'];
const NEST_12 = ['@nestjs/common@12', '@nestjs/core@12', '@nestjs/axios@12', ...COMMON];
const NEST_11 = ['@nestjs/common@11', '@nestjs/core@11', '@nestjs/axios@4', ...COMMON];

// An npm install or a compiler on a machine that is busy with other things.
const PATIENCE = 300_000;

let tarballs: string;
let es: Consumer;
let commonJs: Consumer;

beforeAll(async () => {
  tarballs = await emptyFolder();
  const tarball = await Consumer.pack(tarballs);
  es = await Consumer.create('module', [tarball, ...NEST_12]);
  commonJs = await Consumer.create('commonjs', [tarball, ...NEST_11]);
}, PATIENCE);

afterAll(async () => {
  await Promise.all([es?.remove(), commonJs?.remove(), rm(tarballs, { recursive: true })]);
});

const NODENEXT = '--module nodenext --moduleResolution nodenext';
// What Nest's own starter had for years, blind to `exports`.
const NODE10 = '--module commonjs --moduleResolution node10 --ignoreDeprecations 6.0';

function typeCheck(app: Consumer, resolution: string): Promise<{ stdout: string }> {
  const options = `--noEmit --strict --target es2022 ${resolution} --skipLibCheck`;
  const decorators = '--experimentalDecorators --emitDecoratorMetadata --types node';
  const types = `--typeRoots ${join(process.cwd(), 'node_modules/@types')}`;
  return app.run(TSC, ...`${options} ${decorators} ${types} src/typed.ts`.split(' '));
}

it(
  'sends from an ES app on Nest 12, which then ends by itself',
  async () => {
    await es.add('es-app.mjs');
    const { stdout } = await es.run('src/es-app.mjs');
    expect(JSON.parse(stdout)).toMatchObject({
      receipt: { accepted: ['919876543210'] },
      inbox: ['from an ES app'],
    });
  },
  PATIENCE,
);

it(
  'sends from a CommonJS app on Nest 11 with @nestjs/axios 4, which then ends by itself',
  async () => {
    await commonJs.add('commonjs-app.cjs');
    const { stdout } = await commonJs.run('src/commonjs-app.cjs');
    expect(JSON.parse(stdout)).toMatchObject({
      receipt: { accepted: ['919876543210'] },
      inbox: ['from a CommonJS app'],
    });
  },
  PATIENCE,
);

it(
  'is one copy in a process that imports and requires it, and two know each other',
  async () => {
    await es.add('two-copies.mjs');
    const { stdout } = await es.run('src/two-copies.mjs');
    expect(JSON.parse(stdout)).toEqual({
      accepted: ['919876543210'],
      oneCopyByName: true,
      twoCopiesByPath: true,
      injectedByTheOthersToken: true,
      knownByTheOthersClass: true,
      knownByTheOthersBase: true,
      notAnother: false,
    });
  },
  PATIENCE,
);

it.each([
  ['an ES app on Nest 12', (): Consumer => es, NODENEXT],
  ['a CommonJS app on Nest 11', (): Consumer => commonJs, NODENEXT],
  ['a CommonJS app that resolves as of old', (): Consumer => commonJs, NODE10],
])(
  'has types that fit %s',
  async (_what, app, resolution) => {
    await app().add('typed.ts');
    // tsc ends with an error where a type does not fit.
    await expect(typeCheck(app(), resolution)).resolves.toMatchObject({ stdout: '' });
  },
  PATIENCE,
);

it(
  'brings the simulator as a command',
  async () => {
    const { stdout } = await es.run('node_modules/.bin/sms-gateway-simulator', '--help');
    expect(stdout).toContain('--port');
  },
  PATIENCE,
);
