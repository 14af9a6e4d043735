import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterThisTest } from '../support/clean-up.js';
import { emptyFolder } from './consumer.js';

const run = promisify(execFile);
const NEEDED = [
  '@nestjs/common',
  '@nestjs/core',
  'form-data',
  'libphonenumber-js',
  'reflect-metadata',
  'rxjs',
  'undici',
  'zod',
];

/** A folder with the package and some others. */
async function makeApp(needed: readonly string[]): Promise<string> {
  const folder = await emptyFolder();
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'nestjs-sms-gateway');
  await mkdir(own, { recursive: true });
  await Promise.all([
    cp('dist', join(own, 'dist'), { recursive: true }),
    cp('package.json', join(own, 'package.json')),
    ...needed.map(async (name) => {
      await mkdir(dirname(join(modules, name)), { recursive: true });
      await symlink(join(process.cwd(), 'node_modules', name), join(modules, name));
    }),
  ]);
  return folder;
}

let folder: string;

/** An app without the optional packages. */
beforeAll(async () => {
  folder = await makeApp(NEEDED);
});

afterAll(() => rm(folder, { recursive: true }));

/** What Node.js prints for a program. */
async function printed(type: 'module' | 'commonjs', program: string): Promise<string> {
  const args = [`--input-type=${type}`, '--eval', program];
  return run(process.execPath, args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
}

const PROGRAMS = [
  ['module', (of: string) => `import '${of}';`],
  ['commonjs', (of: string) => `require('${of}');`],
] as const;

it.each(['queue', 'terminus', 'opentelemetry'])(
  'the error of %s without its package is in docs/troubleshooting.md',
  async (subpath) => {
    const docs = await readFile('docs/troubleshooting.md', 'utf8');
    for (const [type, programOf] of PROGRAMS) {
      const output = await printed(type, programOf(`nestjs-sms-gateway/${subpath}`));
      const [error = 'no error'] = /^Error \[ERR_MODULE_NOT_FOUND\]: .*$/m.exec(output) ?? [];
      // The folder of the app differs.
      expect(docs).toContain(error.replace(/ from .*(?=\/node_modules)/, ' from /app'));
    }
    const required = `require('./node_modules/nestjs-sms-gateway/dist/cjs/lib/extras/${subpath}/index.js');`;
    expect(await printed('commonjs', required)).toMatch(/^Error: Cannot find module '[@\w/]+'$/m);
  },
);

it('readTemplates without csv-parse says what to install', async () => {
  const rest = "readTemplates('').catch((error) => console.log(String(error)))";
  const said =
    "SmsConfigurationError: readTemplates needs the package 'csv-parse'. Install it: npm install csv-parse.\n";
  const imported = `import { readTemplates } from 'nestjs-sms-gateway/templates'; ${rest}`;
  const required = `const { readTemplates } = require('nestjs-sms-gateway/templates'); ${rest}`;
  const other = './node_modules/nestjs-sms-gateway/dist/cjs/lib/extras/templates/index.js';
  expect(await printed('module', imported)).toBe(said);
  expect(await printed('commonjs', required)).toBe(said);
  expect(await printed('commonjs', required.replace('nestjs-sms-gateway/templates', other))).toBe(
    said,
  );
});

it('the simulator runs without Nest, as in its Docker image', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const image = await makeApp(Object.keys(dependencies));
  afterThisTest(() => rm(image, { recursive: true }));
  const command = join(image, 'node_modules/nestjs-sms-gateway/dist/esm/cli/sms-gateway.js');
  const { stdout } = await run(process.execPath, [command, 'simulator', '--help']);
  expect(stdout).toContain('--port <port>');
});
