import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = 'dist/esm/lib';

/** Everything that a declaration file imports, directly or through other files of the package. */
function reachedFrom(entry: string): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    for (const [, specifier = ''] of code.matchAll(/(?:from|import|import\() ?'([^']+)'/g)) {
      if (specifier.startsWith('.'))
        visit(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
      else packages.add(specifier);
    }
  };
  visit(join(ROOT, entry));
  return {
    files: [...files].map((file) => relative(ROOT, file)).toSorted(),
    packages: [...packages].toSorted(),
  };
}

// An app that compiles without `skipLibCheck` has to install every package that is reached.
// The queue's users may have another BullMQ for themselves, and only one of ioredis and pg.
it.each([
  ['index.d.ts', 'Nest, RxJS and Node', /^(@nestjs\/(common|core)|rxjs|node:.+)$/],
  ['extras/queue/index.d.ts', 'Nest and Node', /^(@nestjs\/(common|core)|node:.+)$/],
  ['extras/reports/index.d.ts', 'Nest and RxJS', /^(@nestjs\/(common|core)|rxjs)$/],
  ['extras/otp/index.d.ts', 'Nest', /^@nestjs\/(common|core)$/],
  ['extras/opentelemetry/index.d.ts', 'none', /^$/],
  ['extras/templates/index.d.ts', 'none', /^$/],
  ['extras/testing/index.d.ts', 'Nest and RxJS', /^(@nestjs\/common|rxjs)$/],
  ['../simulator/index.d.ts', 'Node', /^node:.+$/],
  ['extras/terminus/index.d.ts', 'Nest and Terminus', /^@nestjs\/(common|core|terminus)$/],
])('has types in %s that need no package but %s', (entry, _names, allowed) => {
  const { packages } = reachedFrom(entry);
  // undici comes with the package.
  expect(packages.filter((name) => name !== 'undici' && !allowed.test(name))).toEqual([]);
});

it.each([
  [
    'index.d.ts',
    /^(index|nest\/[^/]+|core\/(sms\.service|sms-gateway\.options|account\/create-sms-service|errors\/.+|message\/(sms-message|sms-plan)|protocol\/balance|runs\/sms-run|events\/(message-of|sms-event)|limits\/(guard-store|sms-opted-out)|auth\/(sms-auth-provider|token-store)))\.d\.ts$/,
  ],
  [
    'extras/queue/index.d.ts',
    /^(nest\/async-options|core\/(errors\/.+|message\/sms-message|limits\/guard-store)|extras\/queue\/(index|bull-queue-of|create-guard-store|sms-queue|sms-queue\.module|sms-queue\.options))\.d\.ts$/,
  ],
  [
    'extras/otp/index.d.ts',
    /^(nest\/(async-options|sms-gateway\.tokens)|core\/(errors\/.+|protocol\/balance|events\/sms-event|message\/sms-message)|extras\/(otp\/(index|sms-otp|sms-otp\.module|sms-otp\.options|otp-errors)|records\/(record-store|redis-otp-store|postgres-otp-store)))\.d\.ts$/,
  ],
  [
    'extras/reports/index.d.ts',
    /^(nest\/async-options|core\/(errors\/.+|events\/sms-event)|extras\/reports\/(index|on-sms-report|sms-report|sms-reports|sms-reports\.module|sms-reports\.options))\.d\.ts$/,
  ],
])('has types in %s that reach only files of the public interface', (entry, isPublic) => {
  const { files } = reachedFrom(entry);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => !isPublic.test(file))).toEqual([]);
});
