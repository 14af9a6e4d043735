import { checkVersion, importError } from '../../packages/optional-package.js';

/**
 * Loads the package `pg`.
 *
 * @param user what needs it
 * @throws SmsConfigurationError if it is missing, or its version was not tested
 */
export async function loadPg(user: string) {
  // In a `try`, so that a bundler need not find it.
  try {
    const { default: pg } = await import('pg');
    // A bundle may not have it. Then the version is not known.
    const json = await import('pg/package.json', { with: { type: 'json' } }).catch(() => undefined);
    checkVersion('pg', json?.default.version, user);
    return pg;
  } catch (error) {
    throw importError('pg', user, error);
  }
}
