import { GatewaySimulator } from '../gateway-simulator.js';
import { GatewaySimulatorError } from '../simulator-error.js';
import { resolveOptions } from '../simulator.options.js';
import { nameFlags, readCommandLine } from './cli-flags.js';
import { helpText, startText } from './cli-texts.js';
import { packageVersion } from './package-version.js';

/**
 * Runs the command line until a signal ends it.
 *
 * @returns the exit code: 0, or 1 where it could not start
 */
export async function runCli({ argv, env, stdout, stderr }: NodeJS.Process): Promise<number> {
  const say = (message: string) => stderr.write(`sms-gateway-simulator: ${message}\n`);
  let variables: Readonly<Record<string, string>> = {};
  try {
    const request = readCommandLine(argv.slice(2), env);
    if (request.do === 'help') {
      stdout.write(helpText());
      return 0;
    }
    if (request.do === 'version') {
      stdout.write(`${packageVersion(argv[1])}\n`);
      return 0;
    }
    variables = request.variables;
    const given = { ...request.options, onWarning: say };
    const options = resolveOptions(given);
    const gateway = await GatewaySimulator.start(given);
    const ended = untilSignal();
    stdout.write(startText(gateway, options));
    await ended;
    await gateway.close();
    return 0;
  } catch (error) {
    if (!(error instanceof GatewaySimulatorError)) throw error;
    say(nameFlags(error.message, variables));
    return 1;
  }
}

// Once only: a second Ctrl-C ends the process at once, as it does without a listener.
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      resolve();
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
  });
}
