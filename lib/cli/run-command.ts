import type { Terminal } from './check/ask.js';

const HELP = `sms-gateway: tools for nestjs-sms-gateway.

Usage: npx -p nestjs-sms-gateway sms-gateway <command> [options]

  check       try a real account, and print the options for it
  simulator   start a local gateway with an inbox; it sends nothing to phones

sms-gateway <command> --help lists the options of a command.
`;

/**
 * Runs the command line.
 *
 * @returns the exit code
 */
export async function runCommand(terminal: Terminal): Promise<number> {
  const [node = '', program = '', command, ...args] = terminal.argv;
  // Loaded only when needed: the simulator has a page, and the check has undici.
  if (command === 'check') {
    const { runCheck } = await import('./check/run-check.js');
    const stopped = new AbortController();
    // Only the first Ctrl-C: a second one ends the process at once, as it does by default.
    const stop = (): void => stopped.abort();
    process.once('SIGINT', stop);
    try {
      return await runCheck(terminal, args, stopped.signal);
    } finally {
      process.off('SIGINT', stop);
    }
  }
  if (command === 'simulator') {
    const { runCli } = await import('../simulator/cli/run-cli.js');
    const { env, stdout, stderr } = terminal;
    return runCli({ argv: [node, program, ...args], env, stdout, stderr });
  }
  const isHelp = command === '--help' || command === '-h';
  if (isHelp) terminal.stdout.write(HELP);
  else terminal.stderr.write(HELP);
  return isHelp ? 0 : 2;
}
