import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * How many modules of the package each subpath loads when it is imported. Loading more makes every app start slower,
 * and serverless functions most: if a number must grow, say why in the commit. If it shrinks, lower it here.
 */
const MODULES: Readonly<Record<string, number>> = {
  '.': 135,
  './simulator': 99,
  './queue': 201,
  './reports': 143,
  './otp': 150,
  './testing': 137,
  './opentelemetry': 9,
  './terminus': 14,
  './templates': 27,
};

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const subpaths = Object.keys(exports).filter((subpath) => subpath !== './package.json');

/** The modules of the package that a module loads, and itself. `import()` is not followed: it loads later. */
function loadedBy(entry: string): ReadonlySet<string> {
  const loaded = new Set([entry]);
  // A set can grow while it is read.
  for (const file of loaded) {
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    for (const [, path = ''] of code.matchAll(/(?:\bfrom|^import) ?'(\.[^']+)'/gm))
      loaded.add(join(dirname(file), path));
  }
  return loaded;
}

it('has a number for every subpath', () => {
  expect(Object.keys(MODULES).toSorted()).toEqual(subpaths.toSorted());
});

it('loads no more modules than before, and the table has the numbers of today', () => {
  const counts = subpaths.map((subpath) => [
    subpath,
    loadedBy(exports[subpath].import.default).size,
  ]);
  expect(Object.fromEntries(counts)).toEqual(MODULES);
});
