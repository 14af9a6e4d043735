// Writes the version of package.json into the file that OpenTelemetry and the commands read.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'lib/core/common/version.ts';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const text = readFileSync(FILE, 'utf8');
writeFileSync(FILE, text.replace(/'.*'/, `'${version}'`));
