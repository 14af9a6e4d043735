import type { buildConnector, Pool } from 'undici';

/** What the package's own connections need of undici. */
export interface UndiciParts {
  readonly Pool: typeof Pool;
  readonly buildConnector: typeof buildConnector;
}

// As variables, because undici declares no types for its files.
const POOL = 'undici/lib/dispatcher/pool.js';
const CONNECT = 'undici/lib/core/connect.js';

/**
 * Loads only these files, in a third of the time that all of undici takes. Another undici 7 may have
 * moved them, and a bundler leaves them out: then it loads all of undici.
 */
export async function loadUndici(): Promise<UndiciParts> {
  try {
    const { default: pool }: { default?: unknown } = await import(POOL);
    const { default: connect }: { default?: unknown } = await import(CONNECT);
    if (isPool(pool) && isBuildConnector(connect)) return { Pool: pool, buildConnector: connect };
  } catch {
    // Not there.
  }
  return import('undici');
}

function isPool(value: unknown): value is typeof Pool {
  return (
    typeof value === 'function' && 'prototype' in value && 'dispatch' in Object(value.prototype)
  );
}

function isBuildConnector(value: unknown): value is typeof buildConnector {
  return typeof value === 'function';
}
