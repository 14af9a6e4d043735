import { once } from 'node:events';
import { VERSION } from '../../lib/core/common/version.js';
import { GatewaySimulator } from '../../simulator/gateway-simulator.js';
import { GatewaySimulatorError } from '../../simulator/simulator-error.js';
import { resolveOptions } from '../../simulator/check-options.js';
import { readCommandLine, warningsAbout } from './cli-flags.js';
import { helpText, startText } from './cli-texts.js';

/** What the command line uses of the process. */
export type CliProcess = Pick<NodeJS.Process, 'argv' | 'env'> &
  Readonly<Record<'stdout' | 'stderr', { write(text: string): unknown }>>;

/**
 * Runs the command line until a signal ends it.
 *
 * @returns the exit code: 0, 1 if it could not start, or 2 for wrong usage
 */
export async function runCli({ argv, env, stdout, stderr }: CliProcess): Promise<number> {
  const warn = (message: string) => stderr.write(`sms-gateway simulator: ${message}\n`);
  try {
    const request = readCommandLine(argv.slice(2), env);
    if (request.do === 'start') {
      for (const warning of warningsAbout(env)) warn(warning);
      const given = { ...request.options, onWarning: warn };
      const options = resolveOptions(given, request.nameOf);
      const gateway = await GatewaySimulator.start(given);
      const ended = untilSignal();
      stdout.write(startText(gateway, options));
      await ended;
      await gateway.close();
    } else {
      stdout.write(request.do === 'help' ? helpText() : `${VERSION}\n`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof GatewaySimulatorError)) throw error;
    warn(error.message);
    return error.code === 'options' ? 2 : 1;
  }
}

// SIGHUP comes when the terminal closes. Only the first signal: a second Ctrl-C then ends the process at once, as it does by default.
async function untilSignal(): Promise<void> {
  const seen = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) =>
    once(process, name, { signal: seen.signal }),
  );
  await Promise.race(signals);
  seen.abort();
  await Promise.allSettled(signals);
}
