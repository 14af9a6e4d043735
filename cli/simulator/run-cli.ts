import { once } from 'node:events';
import { GatewaySimulator } from '../../simulator/gateway-simulator.js';
import { GatewaySimulatorError } from '../../simulator/common/simulator-error.js';
import { resolveOptions } from '../../simulator/options/check-options.js';
import type { Terminal } from '../terminal/terminal.js';
import { readCommandLine, warningsAbout } from './cli-flags.js';
import { helpText, startText } from './cli-texts.js';

/**
 * Runs a simulator until a signal ends it.
 *
 * @returns the exit code: 0, 1 if it could not start, or 2 for wrong usage
 */
export async function runCli(
  { env, stdout, stderr }: Pick<Terminal, 'env' | 'stdout' | 'stderr'>,
  args: readonly string[],
): Promise<number> {
  const warn = (message: string) => stderr.write(`sms-gateway simulator: ${message}\n`);
  try {
    const request = readCommandLine(args, env);
    if (request === 'help') {
      stdout.write(helpText());
      return 0;
    }
    for (const warning of warningsAbout(env)) warn(warning);
    const givenOptions = { ...request.options, onWarning: warn };
    const options = resolveOptions(givenOptions, request.nameOf);
    const gateway = await GatewaySimulator.start(givenOptions);
    const signal = untilSignal();
    stdout.write(startText(gateway, options));
    await signal;
    await gateway.close();
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
