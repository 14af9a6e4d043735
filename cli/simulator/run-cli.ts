import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GatewaySimulator } from '../../simulator/gateway-simulator.js';
import { GatewaySimulatorError } from '../../simulator/simulator-error.js';
import { resolveOptions } from '../../simulator/check-options.js';
import { readCommandLine } from './cli-flags.js';
import { helpText, startText } from './cli-texts.js';

/** What the command line uses of the process. */
export type CliProcess = Pick<NodeJS.Process, 'argv' | 'env'> &
  Readonly<Record<'stdout' | 'stderr', { write(text: string): unknown }>>;

/**
 * Runs the command line until a signal ends it.
 *
 * @returns the exit code: 0, or 1 if it could not start
 */
export async function runCli({ argv, env, stdout, stderr }: CliProcess): Promise<number> {
  const warn = (message: string) => stderr.write(`sms-gateway simulator: ${message}\n`);
  try {
    const request = readCommandLine(argv.slice(2), env);
    if (request.do === 'start') {
      const given = { ...request.options, onWarning: warn };
      const options = resolveOptions(given, request.nameOf);
      const gateway = await GatewaySimulator.start(given);
      const ended = untilSignal();
      stdout.write(startText(gateway, options));
      await ended;
      await gateway.close();
    } else {
      stdout.write(request.do === 'help' ? helpText() : `${packageVersion(argv[1] ?? '')}\n`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof GatewaySimulatorError)) throw error;
    warn(error.message);
    return 1;
  }
}

// Only the first signal: a second Ctrl-C then ends the process at once, as it does by default.
async function untilSignal(): Promise<void> {
  const seen = new AbortController();
  const signals = ['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal: seen.signal }));
  await Promise.race(signals);
  seen.abort();
  await Promise.allSettled(signals);
}

/** The version of this package, read relative to the program because CommonJS has no import.meta. */
function packageVersion(program: string): string {
  const path = join(dirname(realpathSync(program)), '../../../package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
