// A browser for tests and screenshots that comes with `npm ci` alone: @sparticuz/chromium brings
// Chromium, the libraries that a bare Debian lacks, and a font. It unpacks them where AWS Lambda
// runs it, so it is told that it does, once, in a process and a folder of its own.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A container's /dev/shm is often too small for it.
  '--disable-dev-shm-usage',
];
const SYSTEM = '/usr/bin/chromium';
const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/chromium');

/** Starts a browser: CHROMIUM_PATH where set, else the one that came by npm, else the system's. */
export async function launchBrowser(env = {}) {
  const { executablePath, environment } = findBrowser();
  return chromium.launch({
    executablePath,
    args: FLAGS,
    env: { ...process.env, ...environment, ...env },
  });
}

function findBrowser() {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) return { executablePath: given, environment: {} };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const folder = unpack();
    return {
      executablePath: join(folder, 'chromium'),
      environment: {
        LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
        FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      },
    };
  }
  if (existsSync(SYSTEM)) return { executablePath: SYSTEM, environment: {} };
  throw new Error(
    `There is no browser for ${process.platform} ${process.arch} among the packages; set ` +
      'CHROMIUM_PATH to the one of this machine.',
  );
}

/** Unpacks what @sparticuz/chromium brings, once. Several processes may do so at a time. */
function unpack() {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../node_modules/@sparticuz/chromium/package.json')),
  );
  const folder = join(CACHE, version);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  const code = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  writeFileSync(join(draft, 'fonts.conf'), fontConfig(join(folder, 'fonts')));
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error; // else another process was first
  }
  return folder;
}

// Its own one looks for fonts where Lambda has them.
function fontConfig(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}-cache</cachedir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;
}
