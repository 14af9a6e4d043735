/** For Jest with Nest 12, which is published as ES modules only. */
export default {
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    // './x.js' is './x.ts'. Data that libphonenumber-js imports as './x.json.js' is what it says.
    '^(\\.{1,2}/(?!.*\\.json\\.js$).*)\\.js$': '$1',
  },
};
