import type { GatewaySimulator } from '../gateway-simulator.js';
import type { ResolvedOptions } from '../simulator.options.js';
import { FLAGS, variableOf } from './cli-flags.js';

/** What `--help` prints. */
export function helpText(): string {
  const flags = Object.entries(FLAGS).map(
    ([name, { value, help }]) => `  ${`--${name} <${value}>`.padEnd(26)}${help}`,
  );
  return `sms-gateway-simulator: an SMS gateway of your own, with an inbox.

Usage: npx sms-gateway-simulator [options]

Options (default in brackets):
${flags.join('\n')}
  -h, --help                this text
  -v, --version             the version

Each option can come from the environment too, for example ${variableOf('port')}; secrets are
better given there, as other users of a machine can see a command line.
`;
}

/** What is printed once the simulator listens. */
export function startText(gateway: GatewaySimulator, options: ResolvedOptions): string {
  const { userId, password, apiKey, apiKeyHeader, timeZone, inboxPassword } = options;
  const key = apiKey === 'demo-api-key' ? apiKey : '<your api key>';
  const fields = [
    ['userid', userId],
    ['mobile', '919876543210'],
    ['senderid', 'DEMO'],
    ['dltEntityId', '1201159100000000001'],
    ['msg', 'Your code is 482913.'],
    ['sendMethod', 'quick'],
    ['msgType', 'text'],
    ['output', 'json'],
    ['duplicatecheck', 'true'],
  ].map(([name, value]) => `--form-string ${quote(`${name}=${value}`)}`);
  return `SMS gateway simulator: nothing that is sent here reaches a phone.

  Gateway   ${gateway.url}
  Inbox     ${gateway.origin}/${inboxPassword === undefined ? '' : '   (asks for the inbox password)'}
  API       ${gateway.origin}/api/messages

  user      ${userId}
  password  ${shown(password, 'demo-password')}
  key       ${shown(apiKey, 'demo-api-key')}   (header ${apiKeyHeader})
  zone      ${timeZone}

Try it:

  curl -H ${quote(`${apiKeyHeader}: ${key}`)} \\
    ${fields.join(' \\\n    ')} \\
    ${quote(`${gateway.url}/SMSApi/send`)}

Ctrl-C ends it.
`;
}

function shown(secret: string, demo: string): string {
  return secret === demo ? secret : '(as given)';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
