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
    checkVersion('pg', await installedVersion(), user);
    return pg;
  } catch (error) {
    throw importError('pg', user, error);
  }
}

async function installedVersion(): Promise<string | undefined> {
  try {
    return (await import('pg/package.json', { with: { type: 'json' } })).default.version;
  } catch {
    return undefined;
  }
}
