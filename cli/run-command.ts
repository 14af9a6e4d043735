import { VERSION } from '../lib/core/common/version.js';
import type { Terminal } from './terminal/terminal.js';

const HELP = `sms-gateway: tools for nestjs-sms-gateway.

Usage: npx -p nestjs-sms-gateway sms-gateway <command> [options]

  check       try a real account, and print the options for it
  simulator   start a local gateway with an inbox; it sends nothing to phones
  templates   check the templates that a portal in India exported as CSV

sms-gateway <command> --help lists the options of a command. --version shows the version.
`;

/** Runs the command line, and returns the exit code. */
export async function runCommand(terminal: Terminal): Promise<number> {
  const [, , command, ...args] = terminal.argv;
  const { stderr, stdout } = terminal;
  // The same for every command.
  if ([command, ...args].some((argument) => argument === '--version' || argument === '-v')) {
    stdout.write(`${VERSION}\n`);
    return 0;
  }
  // Loaded only when needed: the simulator has a page, and the check has undici.
  if (command === 'check') return (await import('./check/run-check.js')).runCheck(terminal, args);
  if (command === 'templates') {
    return (await import('./templates/run-templates.js')).runTemplates(terminal, args);
  }
  if (command === 'simulator') {
    return (await import('./simulator/run-cli.js')).runCli(terminal, args);
  }
  const isHelp = command === '--help' || command === '-h';
  if (!isHelp && command !== undefined) stderr.write(`Unknown command '${command}'.\n\n`);
  (isHelp ? stdout : stderr).write(HELP);
  return isHelp ? 0 : 2;
}
