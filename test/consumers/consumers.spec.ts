import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Consumer, emptyFolder } from './consumer.js';

const TSC = join(process.cwd(), 'node_modules/typescript/bin/tsc');
const COMMON = ['rxjs@7', 'reflect-metadata@0.2', 'axios@1'];
const NEST_12 = ['@nestjs/common@12', '@nestjs/core@12', '@nestjs/axios@12', ...COMMON];
const NEST_11 = ['@nestjs/common@11', '@nestjs/core@11', '@nestjs/axios@4', ...COMMON];

let tarballs: string;
let es: Consumer;
let commonJs: Consumer;

beforeAll(async () => {
  tarballs = await emptyFolder();
  const tarball = await Consumer.pack(tarballs);
  es = await Consumer.create('module', [tarball, ...NEST_12]);
  commonJs = await Consumer.create('commonjs', [tarball, ...NEST_11]);
}, 300_000);

afterAll(async () => {
  await Promise.all([es?.remove(), commonJs?.remove(), rm(tarballs, { recursive: true })]);
});

function typeCheck(app: Consumer): Promise<{ stdout: string }> {
  const options = '--noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext';
  const decorators = '--experimentalDecorators --emitDecoratorMetadata --types node';
  const types = `--typeRoots ${join(process.cwd(), 'node_modules/@types')}`;
  return app.run(
    TSC,
    ...`${options} ${decorators} --skipLibCheck ${types} src/typed.ts`.split(' '),
  );
}

it('sends from an ES app on Nest 12, which then ends by itself', async () => {
  await es.add('es-app.mjs');
  const { stdout } = await es.run('src/es-app.mjs');
  expect(JSON.parse(stdout)).toMatchObject({
    receipt: { accepted: ['919876543210'] },
    inbox: ['from an ES app'],
  });
});

it('sends from a CommonJS app on Nest 11 with @nestjs/axios 4, which then ends by itself', async () => {
  await commonJs.add('commonjs-app.cjs');
  const { stdout } = await commonJs.run('src/commonjs-app.cjs');
  expect(JSON.parse(stdout)).toMatchObject({
    receipt: { accepted: ['919876543210'] },
    inbox: ['from a CommonJS app'],
  });
});

it('is one copy in a process that imports and requires it, and two know each other', async () => {
  await es.add('two-copies.mjs');
  const { stdout } = await es.run('src/two-copies.mjs');
  expect(JSON.parse(stdout)).toEqual({
    oneCopyByName: true,
    twoCopiesByPath: true,
    injectedByTheOthersToken: true,
    knownByTheOthersClass: true,
    knownByTheOthersBase: true,
    notAnother: false,
  });
});

it.each([
  ['an ES app on Nest 12', (): Consumer => es],
  ['a CommonJS app on Nest 11', (): Consumer => commonJs],
])('has types that fit %s', async (_what, app) => {
  await app().add('typed.ts');
  // tsc ends with an error where a type does not fit.
  await expect(typeCheck(app())).resolves.toMatchObject({ stdout: '' });
});

it('brings the simulator as a command', async () => {
  const { stdout } = await es.run('node_modules/.bin/sms-gateway-simulator', '--help');
  expect(stdout).toContain('--port');
});
