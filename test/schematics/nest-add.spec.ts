import { nestAdd, type Tree } from '../../lib/schematics/nest-add.js';

const MODULE = `import { Module } from '@nestjs/common';
import { AppController } from './app.controller';

@Module({
  imports: [],
  controllers: [AppController],
})
export class AppModule {}
`;

const ENTRY = `    SmsGatewayModule.forRoot({
      isGlobal: true,
      baseUrl: process.env.SMS_BASE_URL!,
      auth: {
        method: 'token',
        userId: process.env.SMS_USER_ID!,
        password: process.env.SMS_PASSWORD!,
        timeZone: process.env.SMS_TIME_ZONE!,
      },
    }),`;

interface Ran {
  readonly files: Record<string, string>;
  readonly said: string;
  readonly tasks: readonly object[];
}

/** Runs the schematic over the files of an app, as the Nest CLI does. */
function run(app: Record<string, string>, options: Readonly<Record<string, unknown>> = {}): Ran {
  const files = { 'package.json': '{}', ...app };
  const said: string[] = [];
  const tasks: object[] = [];
  nestAdd(options)(treeOf(files), {
    logger: { info: (text) => said.push(text), warn: (text) => said.push(`WARN ${text}`) },
    addTask: (task) => tasks.push(task.toConfiguration()),
  });
  return { files, said: said.join('\n'), tasks };
}

function treeOf(files: Record<string, string>): Tree {
  const getDir = (folder: string): ReturnType<Tree['getDir']> => {
    const inside = Object.keys(files)
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1).split('/'));
    return {
      subfiles: inside.filter((path) => path.length === 1).map(([name]) => name!),
      subdirs: [...new Set(inside.filter((path) => path.length > 1).map(([name]) => name!))],
      dir: (name) => getDir(`${folder}/${name}`),
      file: (name) => ({
        path: `/${folder}/${name}`,
        content: Buffer.from(files[`${folder}/${name}`]!),
      }),
    };
  };
  const write = (path: string, content: string): void => void (files[path] = content);
  return {
    getDir,
    read: (path) => (path in files ? Buffer.from(files[path]!) : null),
    create: write,
    overwrite: write,
  };
}

const added = (source: string): string =>
  run({ 'src/app.module.ts': source }).files['src/app.module.ts']!;

/** A source whose module has this metadata. */
const around = (metadata: string): string =>
  `import { Module } from '@nestjs/common';\n@Module(${metadata})\nexport class AppModule {}\n`;

const lines = (text: string): string => text.replaceAll('\r\n', '\n');

describe('nest add', () => {
  it('registers the module with process.env, and changes nothing else in the file', () => {
    expect(added(MODULE)).toBe(
      MODULE.replace('imports: [],', `imports: [\n${ENTRY}\n  ],`).replace(
        "controller';\n",
        "controller';\nimport { SmsGatewayModule } from 'nestjs-sms-gateway';\n",
      ),
    );
  });

  it('registers the module with ConfigService if the app has @nestjs/config', () => {
    const { files } = run({
      'package.json': '{ "dependencies": { "@nestjs/config": "^4.0.0" } }',
      'src/app.module.ts': MODULE,
    });
    const source = files['src/app.module.ts']!;
    expect(source).toContain("import { ConfigModule, ConfigService } from '@nestjs/config';");
    expect(source).toContain('ConfigModule.forRoot({ isGlobal: true }),');
    expect(source).toContain("baseUrl: config.getOrThrow<string>('SMS_BASE_URL'),");
  });

  it('registers no second ConfigModule, and imports no name twice', () => {
    const { files } = run({
      'package.json': '{ "dependencies": { "@nestjs/config": "^4.0.0" } }',
      'src/app.module.ts': `import { ConfigModule } from "@nestjs/config";\n${MODULE}`,
      'src/settings/settings.module.ts': 'ConfigModule.forRoot({ envFilePath: "settings.env" })',
    });
    const source = files['src/app.module.ts']!;
    expect(source).toContain('import { ConfigService } from "@nestjs/config";');
    expect(source).not.toContain('ConfigModule.forRoot');
  });

  it.each([
    [
      'no imports',
      '{\n  providers: [],\n}',
      `{\n  imports: [\n${ENTRY}\n  ],\n  providers: [],\n}`,
    ],
    ['an empty object', '{}', `{\n  imports: [\n${ENTRY}\n  ],\n}`],
    ['a list on one line', '{\n  imports: [A, B],\n}', `{\n  imports: [\n${ENTRY}\n    A, B],\n}`],
    [
      'comments',
      '{\n  imports: [ // why\n    A, // B,\n  ],\n}',
      `{\n  imports: [\n${ENTRY} // why\n    A, // B,\n  ],\n}`,
    ],
    ['tabs', '{\n\timports: [],\n}', `{\n\timports: [\n${ENTRY.replaceAll('  ', '\t')}\n\t],\n}`],
    [
      'CRLF',
      '{\r\n  imports: [],\r\n}',
      `{\r\n  imports: [\r\n${ENTRY.replaceAll('\n', '\r\n')}\r\n  ],\r\n}`,
    ],
  ])('edits a module with %s', (_what, before, after) => {
    const source = added(around(before)).replaceAll(/import \{ SmsGateway.*\r?\n/g, '');
    expect(after.includes('\r\n') ? source : lines(source)).toBe(
      after.includes('\r\n') ? lines(around(after)).replaceAll('\n', '\r\n') : around(after),
    );
  });

  it.each([
    ['imports from a variable', MODULE.replace('[]', 'modules')],
    ['imports from a spread', MODULE.replace('imports: [],', '...shared,')],
    ['metadata from a variable', MODULE.replace(/\{\n.*\}\)/s, 'metadata)')],
    ['no @Module', MODULE.replace('@Module', '@Other')],
    ['a syntax error', MODULE.replace('[AppController]', '[AppController')],
  ])('leaves a module with %s as it is, and says what to add', (_what, source) => {
    const { files, said } = run({ 'src/app.module.ts': source });
    expect(files['src/app.module.ts']).toBe(source);
    expect(said).toContain('WARN src/app.module.ts was not changed, because it');
    expect(said).toContain('SmsGatewayModule.forRoot({');
  });

  it('names the option if there is no such module', () => {
    expect(run({}).said).toContain(
      'src/app.module.ts was not changed, because there is no such file; name the module with --module, for example --module src/app.module.ts',
    );
  });

  it("reads --module from the project's root", () => {
    const app = { 'src/app.module.ts': MODULE, 'src/sms/sms.module.ts': MODULE };
    const { files, said } = run(app, { module: 'src/sms/sms.module.ts' });
    expect(files['src/sms/sms.module.ts']).toContain('SmsGatewayModule.forRoot');
    expect(files['src/app.module.ts']).toBe(MODULE);
    expect(said).toContain('SmsGatewayModule is registered in src/sms/sms.module.ts.');
    const { files: also } = run(app, { module: './src/sms/sms.module.ts' });
    expect(also['src/sms/sms.module.ts']).toContain('SmsGatewayModule.forRoot');
    expect(run(app, { module: 'sms.module.ts' }).said).toContain(
      'sms.module.ts was not changed, because there is no such file',
    );
  });

  it.each([
    ['apps/shop/src/app.module.ts', {}],
    ['apps/shop/src/shop.module.ts', {}],
    ['apps/shop/src/store.module.ts', { project: 'store' }],
  ])('finds %s in a monorepo', (path, options) => {
    const { files } = run(
      { 'apps/api/src/api.module.ts': MODULE, [path]: MODULE },
      { sourceRoot: 'apps/shop/src', ...options },
    );
    expect(files[path]).toContain('SmsGatewayModule.forRoot');
    expect(files['apps/api/src/api.module.ts']).toBe(MODULE);
  });

  it('says which options there are if it does not know one, and changes nothing', () => {
    const app = { 'src/app.module.ts': MODULE };
    const files = { ...app };
    expect(() => run(files, { modul: 'src/app.module.ts', axios: true })).toThrow(
      'nest add nestjs-sms-gateway has no option --modul, --axios. Its options are --module and --http. Nothing was changed.',
    );
    expect(files).toEqual(app);
  });

  it('takes what the Nest CLI adds to the options of nest add and of nest generate', () => {
    const { files } = run(
      { 'src/app.module.ts': MODULE },
      {
        sourceRoot: 'src',
        skipInstall: true,
        collection: 'nestjs-sms-gateway',
        skipImport: false,
        language: 'ts',
        spec: true,
        flat: false,
        format: false,
        specFileSuffix: 'spec',
      },
    );
    expect(files['src/app.module.ts']).toContain('SmsGatewayModule.forRoot');
  });

  it('makes .env.example, or adds the variables that it lacks', () => {
    const app = { 'src/app.module.ts': MODULE };
    expect(run(app).files['.env.example']).toContain('SMS_BASE_URL=http://127.0.0.1:4010\n');
    const { files } = run({ ...app, '.env.example': 'PORT=3000\nSMS_PASSWORD=' });
    expect(files['.env.example']).toMatch(/^PORT=3000\nSMS_PASSWORD=\n\n# .*\nSMS_TIME_ZONE=/s);
    expect(files['.env.example']!.match(/SMS_PASSWORD/g)).toHaveLength(1);
  });

  it('changes nothing the second time', () => {
    const once = run({ 'src/app.module.ts': MODULE }, { http: true });
    const twice = run(once.files, { http: true });
    expect(twice.files).toEqual(once.files);
    expect(twice.tasks).toEqual([]);
    expect(twice.said).toBe('SmsGatewayModule is already registered in src/app.module.ts.');
  });

  it('leaves an app alone that registers the module itself', () => {
    const app = {
      'src/app.module.ts': MODULE,
      'src/sms/sms.module.ts': 'SmsGatewayModule.forRootAsync({ useClass: SmsOptions })',
    };
    const { files, said } = run(app);
    expect(files).toEqual({ ...app, 'package.json': '{}' });
    expect(said).toBe('SmsGatewayModule is already registered in src/sms/sms.module.ts.');
  });

  it('says what to do next', () => {
    const { said } = run({ 'src/app.module.ts': MODULE });
    expect(said).toContain('npx sms-gateway simulator --port 4010');
    expect(said).toContain('npm run start -- --env-file .env');
  });

  it.each([
    ['^11.0.1', '^4.0.0'],
    ['^12.0.1', '^12.0.0'],
  ])('with --http on Nest %s, installs @nestjs/axios %s', (nest, axios) => {
    const manifest = { name: 'app', dependencies: { '@nestjs/core': nest, rxjs: '^7.0.0' } };
    const { files, tasks } = run(
      { 'src/app.module.ts': MODULE, 'package.json': JSON.stringify(manifest, null, 2) },
      { http: true },
    );
    expect(JSON.parse(files['package.json']!)).toEqual({
      name: 'app',
      dependencies: { '@nestjs/axios': axios, axios: '^1.18.0', ...manifest.dependencies },
    });
    expect(tasks).toEqual([expect.objectContaining({ name: 'node-package' })]);
    expect(files['src/app.module.ts']).toContain('useFactory: (http: HttpService) => ({');
  });

  it('with --http and --skip-install, installs nothing and says what to install', () => {
    const { files, tasks, said } = run(
      { 'src/app.module.ts': MODULE },
      { http: true, skipInstall: true },
    );
    expect(files['package.json']).toContain('"@nestjs/axios"');
    expect(tasks).toEqual([]);
    expect(said).toContain('Run npm install: package.json has new packages.');
  });

  it('installs nothing more without --http', () => {
    const { files, tasks } = run({ 'src/app.module.ts': MODULE });
    expect(files['package.json']).toBe('{}');
    expect(tasks).toEqual([]);
  });
});
