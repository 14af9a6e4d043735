import { checkVersion, importError } from '../../lib/extras/packages/optional-package.js';
import { SmsConfigurationError } from '../../lib/index.js';

describe('a version of an optional package', () => {
  it.each([
    ['bullmq', '6.7.0'],
    ['bullmq', '6.7.12'],
    ['bullmq', '6.10.0'],
    ['bullmq', '6.70.1'],
    ['ioredis', '5.0.0'],
    ['ioredis', '6.1.0'],
    ['pg', '8.11.0'],
    ['pg', '8.23.1'],
    ['pg', '8.100.0'],
    // Bundled, or it does not tell.
    ['pg', undefined],
    ['csv-parse', '4.0.0'],
  ] as const)('is taken if it was tested or cannot be read: %s %s', (name, version) => {
    expect(() => checkVersion(name, version, 'SmsQueueModule')).not.toThrow();
  });

  it.each([
    ['bullmq', '5.81.5', 'needs bullmq 6.7 or a later 6, but found bullmq 5.81.5', 'bullmq@6'],
    ['bullmq', '6.6.9', 'needs bullmq 6.7 or a later 6, but found bullmq 6.6.9', 'bullmq@6'],
    ['bullmq', '7.7.0', 'needs bullmq 6.7 or a later 6, but found bullmq 7.7.0', 'bullmq@6'],
    ['ioredis', '4.28.5', 'needs ioredis 5 or 6, but found ioredis 4.28.5', 'ioredis@6'],
    ['pg', '8.2.0', 'needs pg 8.11 or a later 8, but found pg 8.2.0', 'pg@8'],
    ['pg', '8.10.0', 'needs pg 8.11 or a later 8, but found pg 8.10.0', 'pg@8'],
    ['pg', '9.11.0', 'needs pg 8.11 or a later 8, but found pg 9.11.0', 'pg@8'],
  ] as const)(
    'is refused otherwise, with both and the command: %s %s',
    (name, version, says, install) => {
      const check = () => checkVersion(name, version, 'SmsQueueModule');
      expect(check).toThrow(SmsConfigurationError);
      expect(check).toThrow(`SmsQueueModule ${says}. Install it: npm install ${install}.`);
    },
  );
});

describe('an import that failed', () => {
  it.each([
    "Cannot find package 'pg' imported from /app/x.js",
    "Cannot find module 'pg'\nRequire stack:",
    "Cannot find module 'pg/lib' from 'x.js'",
  ])('says what to install, as %j does', (message) => {
    expect(importError('pg', 'A queue', new Error(message))).toEqual(
      new SmsConfigurationError(
        "A queue needs the package 'pg' (8.11 or a later 8). Install it: npm install pg@8.",
      ),
    );
  });

  it.each(["Cannot find package 'pg-pool' imported from /app/pg", 'Unexpected token'])(
    'is passed on if the package itself is there: %j',
    (message) => {
      const error = new Error(message);
      expect(importError('pg', 'A queue', error)).toBe(error);
    },
  );
});
