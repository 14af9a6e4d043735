// What the builds share: knowing whether anything changed, and compiling only what did.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Every file in a folder and in those below it, sorted; none if there is no such folder. */
export function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Removes the files of a folder that a build no longer writes. */
export function removeAllBut(wanted, folder) {
  const names = new Set(wanted);
  for (const file of filesIn(folder)) if (!names.has(file)) rmSync(file);
}

/**
 * Runs a build unless its inputs are those of the last one, by their content, and all of its outputs
 * are there. The stamp is the file that remembers the inputs.
 */
export async function buildIfChanged({ what, stamp, inputs, outputs, build }) {
  const hash = createHash('sha256');
  for (const file of inputs) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  const now = hash.digest('hex');
  const before = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
  if (now === before && outputs.every((file) => existsSync(file))) return;
  process.stderr.write(`Building ${what}...\n`);
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, now);
}

/**
 * Compiles what changed since the project was last compiled. In this process and not in a tsc
 * process, so that a signal ends it too. Ends the process if the code does not compile.
 */
export async function compile(config, outputs) {
  const { default: ts } = await import('typescript');
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(config, {}, ts.sys);
  // Otherwise the compiler assumes that everything it once wrote is still there.
  if (!outputs.every((file) => existsSync(file))) rmSync(options.tsBuildInfoFile, { force: true });
  const program = ts.createIncrementalProgram({ rootNames: fileNames, options });
  const diagnostics = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
    ...program.emit().diagnostics,
  ];
  if (diagnostics.length === 0) return;
  process.stderr.write(
    ts.formatDiagnosticsWithColorAndContext(diagnostics, {
      getCurrentDirectory: () => ROOT,
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  );
  process.exit(1);
}
