// Refuses to publish a package whose users could not find its sources or report a bug.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const missing = ['repository', 'bugs', 'homepage'].filter((field) => !manifest[field]);
if (missing.length > 0) {
  process.stderr.write(
    `Not publishable: package.json has no ${missing.join(', ')}. Add the project's public addresses.\n`,
  );
  process.exitCode = 1;
}
