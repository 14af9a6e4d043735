// npm runs this in a clone: after `npm ci`, and twice for `npm install git+...`, whose package has to
// contain dist. It builds only if dist is missing. What a developer has changed is built by the
// commands that need it, so a mistake in the code does not make `npm install` fail.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import buildPackage from './build.mjs';
import { ROOT } from './incremental.mjs';

if (!existsSync(join(ROOT, 'dist'))) await buildPackage();
