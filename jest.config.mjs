/** Tests run on the sources, as ES modules: Nest 12 is published as ES modules only. */
export default {
  testEnvironment: 'node',
  // Else what one file leaves to its end would warn in the next one, where warnings are counted.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  roots: ['<rootDir>/test', '<rootDir>/sample-app'],
  globalSetup: '<rootDir>/scripts/build-page.mjs',
  testMatch: ['**/*.spec.ts'],
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
    // Not the data that libphonenumber-js imports as `….json.js`.
    '^(\\.{1,2}/(?!.*\\.json\\.js$).*)\\.js$': '$1',
    '^nestjs-sms-gateway$': '<rootDir>/lib/index.ts',
    '^nestjs-sms-gateway/(simulator|testing|queue|terminus)$': '<rootDir>/lib/$1/index.ts',
  },
  testTimeout: 30_000,
};
