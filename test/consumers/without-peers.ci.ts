import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GatewaySimulator } from '../../simulator/index.js';
import { startStore } from '../queue/stores.mjs';
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

/** What Nest requires only if an app uses it. */
const OPTIONAL_IN_NEST = [
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  'class-transformer',
  'class-validator',
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
async function printed(
  type: 'module' | 'commonjs',
  program: string,
  app = folder,
  values: readonly string[] = [],
): Promise<string> {
  const args = [`--input-type=${type}`, '--eval', program, '--', ...values];
  return run(process.execPath, args, { cwd: app }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
}

const PROGRAMS = [
  ['module', (of: string) => `import '${of}';`],
  ['commonjs', (of: string) => `require('${of}');`],
] as const;

it.each(['terminus', 'opentelemetry'])(
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

/** Programs that use a subpath as an ES module, by `require`, and as CommonJS. */
function programsOf(subpath: string, names: string, rest: string) {
  const required = (from: string) => `const { ${names} } = require('${from}'); ${rest}`;
  const commonJs = `./node_modules/nestjs-sms-gateway/dist/cjs/lib/extras/${subpath}/index.js`;
  return [
    ['module', `import { ${names} } from 'nestjs-sms-gateway/${subpath}'; ${rest}`],
    ['commonjs', required(`nestjs-sms-gateway/${subpath}`)],
    ['commonjs', required(commonJs)],
  ] as const;
}

it('readTemplates without csv-parse says what to install', async () => {
  const rest = "readTemplates('').catch((error) => console.log(String(error)))";
  for (const [type, program] of programsOf('templates', 'readTemplates', rest)) {
    expect(await printed(type, program)).toBe(
      "SmsConfigurationError: readTemplates needs the package 'csv-parse' (5, 6 or 7). Install it: npm install csv-parse@7.\n",
    );
  }
});

it('sms-gateway templates without csv-parse says what to install', async () => {
  const bin = join(folder, 'node_modules/nestjs-sms-gateway/dist/esm/cli/sms-gateway.js');
  const file = join(folder, 'my templates.csv');
  await writeFile(file, 'Template ID,Template Content\n');
  const failing = run(process.execPath, [bin, 'templates', file, '--strict']);
  await expect(failing).rejects.toMatchObject({
    code: 2,
    stderr:
      "sms-gateway templates: This needs the package 'csv-parse' (5, 6 or 7). Install it: npm install csv-parse@7.\n",
  });
});

/** Starts an app with a queue, and prints why it does not start. */
const startWith = (connection: string) => `import('@nestjs/core').then(async ({ NestFactory }) => {
  const { SmsGatewayModule } = await import('nestjs-sms-gateway');
  const auth = { method: 'password', userId: 'u', password: 'p' };
  const imports = [
    SmsGatewayModule.forRoot({ baseUrl: 'http://127.0.0.1:9', auth }),
    SmsQueueModule.forRoot({ connection: '${connection}://127.0.0.1:9' }),
  ];
  const options = { logger: false, abortOnError: false };
  await NestFactory.createApplicationContext({ module: class {}, imports }, options);
}).catch((error) => console.log(String(error)))`;

/** What the apps of all kinds print. */
const starts = async (connection: string, app = folder): Promise<string[]> => {
  const programs = programsOf('queue', 'SmsQueueModule', startWith(connection));
  return Promise.all(programs.map(([type, program]) => printed(type, program, app)));
};

/** What a queue needs beside its driver. */
const BESIDE = { pg: [], ioredis: ['bullmq'] } as const;

describe('nestjs-sms-gateway/queue', () => {
  it('can be imported without bullmq, counts what is sent, and says what a queue needs', async () => {
    const counts = "console.log(typeof createGuardStore('redis://127.0.0.1:9', { key }).take)";
    const rest = `const key = 'ab'.repeat(32); ${counts}`;
    for (const [type, program] of programsOf('queue', 'createGuardStore', rest)) {
      expect(await printed(type, program)).toBe('function\n');
    }
    expect(new Set(await starts('redis'))).toEqual(
      new Set([
        "SmsConfigurationError: SmsQueueModule (queue 'default') needs the package 'bullmq' (6.7 or a later 6). Install it: npm install bullmq@6.\n",
      ]),
    );
  });

  it.each([
    ['postgres', 'pg', '8.11 or a later 8', 'pg@8', '7.18.2'],
    ['redis', 'ioredis', '5 or 6', 'ioredis@6', '4.28.5'],
  ] as const)(
    'with %s, says which %s it needs and which version it found',
    async (url, name, ...rest) => {
      const [versions, install, old] = rest;
      const app = await makeApp([...NEEDED, ...BESIDE[name]]);
      afterThisTest(() => rm(app, { recursive: true }));
      const says = (problem: string) =>
        new Set([
          `SmsConfigurationError: SmsQueueModule (queue 'default') needs ${problem}. Install it: npm install ${install}.\n`,
        ]);
      expect(new Set(await starts(url, app))).toEqual(says(`the package '${name}' (${versions})`));
      const driver = join(app, 'node_modules', name);
      await mkdir(driver);
      await writeFile(join(driver, 'package.json'), JSON.stringify({ name, version: old }));
      await writeFile(join(driver, 'index.js'), 'exports.Redis = exports.Pool = class {};');
      expect(new Set(await starts(url, app))).toEqual(
        says(`${name} ${versions}, but found ${name} ${old}`),
      );
    },
  );
});

/** Starts an app with a queue, adds a message, and prints what became of it. */
const SENDS = `import('@nestjs/core').then(async ({ NestFactory }) => {
  const { SmsGatewayModule } = await import('nestjs-sms-gateway');
  const [url, baseUrl] = process.argv.slice(-2);
  const auth = { method: 'password', userId: 'demo', password: 'demo-password' };
  const imports = [
    SmsGatewayModule.forRoot({ baseUrl, auth }),
    SmsQueueModule.forRoot({ connection: url, encryptionKeys: ['ab'.repeat(32)] }),
  ];
  const options = { logger: false, abortOnError: false };
  const app = await NestFactory.createApplicationContext({ module: class {}, imports }, options);
  const queue = app.get(SmsQueue);
  const { id } = await queue.add({ to: '+919876543210', text: 'hello' });
  let status = '';
  for (const end = Date.now() + 30_000; Date.now() < end && !/accepted|not-sent|unknown/.test(status);) {
    status = await queue.status(id);
  }
  await app.close();
  return status;
}).then(console.log, (error) => console.log(String(error)))`;

it('a queue in PostgreSQL sends with pg alone, as an ES module, by require and as CommonJS', async () => {
  const [app, store, gateway] = await Promise.all([
    makeApp([...NEEDED, 'pg']),
    startStore('PostgreSQL'),
    GatewaySimulator.start(),
  ]);
  afterThisTest(async () => {
    await Promise.all([rm(app, { recursive: true }), store.close(), gateway.close()]);
  });
  const programs = programsOf('queue', 'SmsQueue, SmsQueueModule', SENDS);
  for (const [type, program] of programs) {
    expect(await printed(type, program, app, [store.url, gateway.url])).toBe('accepted\n');
  }
  expect(gateway.messages).toHaveLength(programs.length);
}, 120_000);

// A bundler resolves what is imported by a literal name, and a bundle is run without node_modules.
it.each([
  ['pg', 'postgres', 'PostgreSQL', 'bullmq', 'redis'],
  ['ioredis', 'redis', 'Redis', 'pg', 'postgres'],
] as const)(
  'a queue bundled for %s runs on it, and says what it needs for another store',
  async (name, url, store, missing, otherUrl) => {
    const app = await makeApp([...NEEDED, ...BESIDE[name], name]);
    const bundle = await emptyFolder();
    afterThisTest(() => Promise.all([app, bundle].map((each) => rm(each, { recursive: true }))));
    await cp('test/consumers/apps/bundled-queue.mjs', join(app, 'app.mjs'));
    const outside = OPTIONAL_IN_NEST.map((each) => `--external:${each}`);
    const options = ['--bundle', '--platform=node', '--format=cjs', '--log-level=warning'];
    const esbuild = join(process.cwd(), 'node_modules/.bin/esbuild');
    const out = `--outfile=${join(bundle, 'app.cjs')}`;
    await run(esbuild, ['app.mjs', ...options, ...outside, out], { cwd: app });
    const said = async (at: string) =>
      (await run(process.execPath, ['app.cjs', `${at}://127.0.0.1:1`], { cwd: bundle })).stdout;
    // Nothing listens there, but the driver is the one that says so.
    expect(await said(url)).toContain(`${store} did not carry out the operation`);
    expect(await said(otherUrl)).toContain(`needs the package '${missing}'`);
  },
  120_000,
);

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
