import { checkVersion, importError } from '../../packages/optional-package.js';

/**
 * Loads the package `ioredis`.
 *
 * @param user what needs it
 * @throws SmsConfigurationError if it is missing, or its version was not tested
 */
export async function loadIoredis(user: string) {
  // In a `try`, so that a bundler need not find it.
  try {
    const ioredis = await import('ioredis');
    // A bundle may not have it. Then the version is not known.
    const json = await import('ioredis/package.json', { with: { type: 'json' } }).catch(
      () => undefined,
    );
    checkVersion('ioredis', json?.default.version, user);
    return ioredis;
  } catch (error) {
    throw importError('ioredis', user, error);
  }
}
