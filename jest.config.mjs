import { availableParallelism } from 'node:os';

/** Tests run on the sources, as ES modules, because Nest 12 is published as ES modules only. */
export default {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  // Otherwise what one file leaves behind causes warnings in the next one, which may count them.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  // The sample app's own tests run once, with its own configuration, in test/sample-app.
  roots: ['<rootDir>/test'],
  // More than there are cores, because many tests wait: for deadlines, for stores, for the browser.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // A worker keeps the modules of all files that it has run. Above this limit, Jest replaces it with a new one.
  workerIdleMemoryLimit: '800MB',
  workerGracefulExitTimeout: 10_000,
  globalSetup: '<rootDir>/scripts/build-page.mjs',
  // The examples of the docs run with the long tests.
  testMatch: ['**/*.spec.ts', '!**/testing/examples/**'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    // Except for the data that libphonenumber-js imports as `….json.js`.
    '^(\\.{1,2}/(?!.*\\.json\\.js$).*)\\.js$': '$1',
    '^nestjs-sms-gateway$': '<rootDir>/lib/index.ts',
    '^nestjs-sms-gateway/simulator$': '<rootDir>/simulator/index.ts',
    '^nestjs-sms-gateway/(testing|queue|reports|otp|opentelemetry|terminus|templates)$':
      '<rootDir>/lib/extras/$1/index.ts',
  },
  testTimeout: 60_000,
};
