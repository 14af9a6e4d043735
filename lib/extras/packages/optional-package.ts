import { memberOf } from '../../core/common/members.js';
import { SmsConfigurationError } from '../../core/errors/index.js';

/** What is known about an optional package whose version matters. */
interface Package {
  /** The versions that this release was tested with, in words. */
  readonly versions: string;
  /** Whether a version is one of them. Absent if the package does not expose its version. */
  readonly works?: RegExp;
  /** The argument for `npm install`. */
  readonly install: string;
}

// Not in package.json: npm enforces the ranges of optional peers even in apps that never use them.
const PACKAGES = {
  // The queue also relies on how BullMQ stores jobs, which should stay the same within a major version.
  bullmq: { versions: '6.7 or a later 6', works: /^6\.(?![0-6]\.)\d/, install: 'bullmq@6' },
  'csv-parse': { versions: '5, 6 or 7', install: 'csv-parse@7' },
  ioredis: { versions: '5 or 6', works: /^[56]\./, install: 'ioredis@6' },
  pg: { versions: '8.11 or a later 8', works: /^8\.(?!\d\.|10\.)\d/, install: 'pg@8' },
} satisfies Record<string, Package>;

export type OptionalPackage = keyof typeof PACKAGES;

/**
 * Refuses a loaded package if its version was not tested.
 *
 * @param version undefined if it cannot be read, for example in a bundle; then it passes
 * @param user what needs the package
 * @param advice one more sentence for the error
 * @throws SmsConfigurationError
 */
export function checkVersion(
  name: OptionalPackage,
  version: string | undefined,
  user: string,
  advice = '',
): void {
  const { versions, works, install }: Package = PACKAGES[name];
  if (version === undefined || !works || works.test(version)) return;
  throw new SmsConfigurationError(
    `${user} needs ${name} ${versions}, but found ${name} ${version}. Install it: npm install ${install}.${advice}`,
  );
}

/**
 * An error that says what to install, if an import failed because the package is missing. Otherwise the same
 * error.
 */
export function importError(name: OptionalPackage, user: string, error: unknown): unknown {
  const isMissing = new RegExp(`Cannot find (?:package|module) '${name}['/]`);
  if (!isMissing.test(String(memberOf(error, 'message')))) return error;
  const { versions, install } = PACKAGES[name];
  return new SmsConfigurationError(
    `${user} needs the package '${name}' (${versions}). Install it: npm install ${install}.`,
  );
}
