import { STORES, type TestStore } from './stores.mjs';

const NAMES: readonly TestStore['name'][] = ['PostgreSQL', 'Redis'];

/** `describe` for each store. Where there is no Redis, its tests are skipped, and their names say why. */
export function describeStores(title: string, tests: (name: TestStore['name']) => void): void {
  for (const name of NAMES) {
    const described = title.replace('%s', name);
    if (STORES.includes(name)) describe(described, () => tests(name));
    else describe.skip(`${described} (needs redis-server)`, () => tests(name));
  }
}
