import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The version of this package, found upwards from the program that runs. Not from the module's own
 * address, which ES modules and CommonJS name in different ways.
 */
export function packageVersion(program: string | undefined): string {
  try {
    let folder = dirname(realpathSync(program ?? ''));
    while (folder !== dirname(folder)) {
      const version = readVersion(join(folder, 'package.json'));
      if (version !== undefined) return version;
      folder = dirname(folder);
    }
  } catch {
    // Told below.
  }
  return 'unknown';
}

function readVersion(path: string): string | undefined {
  try {
    const json = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
    return json.name === 'nestjs-sms-gateway' ? json.version : undefined;
  } catch {
    return undefined;
  }
}
