// A browser for tests and screenshots that comes with `npm ci` alone: @sparticuz/chromium has
// Chromium, the libraries that a bare Debian lacks, and a font. It only unpacks all of them if it
// believes that it runs on AWS Lambda, so that happens once, in a separate process and folder.
// @expo-google-fonts has the scripts that this font lacks.
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
import { startInProcess, tryStart } from './try-start.mjs';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The /dev/shm of a container is often too small.
  '--disable-dev-shm-usage',
];
const SYSTEM = '/usr/bin/chromium';
const MODULES = resolve(import.meta.dirname, '../node_modules');
const CACHE = join(MODULES, '.cache/chromium');
// Raise it when anything else in the unpacked folder changes.
const LAYOUT = 2;

/** Starts a browser: CHROMIUM_PATH if set, otherwise the one from npm, otherwise the system's. */
export async function launchBrowser(env = {}, flags = []) {
  return tryStart(() => chromium.launch(launchOptions(env, flags)));
}

/**
 * Starts a browser in another process, which ends with this one.
 *
 * @returns the address for `chromium.connect`
 */
export function serveBrowser() {
  return startInProcess(import.meta.filename, 'inherit');
}

function launchOptions(env, flags = []) {
  const { executablePath, environment } = findBrowser();
  return {
    executablePath,
    args: [...FLAGS, ...flags],
    env: { ...process.env, ...environment, ...env },
  };
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
    `There is no browser package for ${process.platform} ${process.arch}. Set CHROMIUM_PATH to a ` +
      'browser of this machine.',
  );
}

/** Unpacks @sparticuz/chromium once. Several processes may do so at the same time. */
function unpack() {
  const { version } = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json')));
  const folder = join(CACHE, `${version}-${LAYOUT}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  const code = `await (await import('@sparticuz/chromium')).default.executablePath()`;
  execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: resolve(MODULES, '..'),
    env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  writeFileSync(join(draft, 'fonts.conf'), fontConfig(join(folder, 'fonts')));
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error; // otherwise another process was first
  }
  return folder;
}

// The one in the package has the paths of Lambda.
function fontConfig(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>${join(MODULES, '@expo-google-fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}-cache</cachedir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;
}

if (process.argv[1] === import.meta.filename && process.send) {
  const server = await tryStart(() => chromium.launchServer(launchOptions({})));
  process.on('disconnect', () => void server.close());
  process.send(server.wsEndpoint());
}
