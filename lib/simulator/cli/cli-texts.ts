import { resolve } from 'node:path';
import { OPENAPI_PATH } from '../api/openapi-path.js';
import type { GatewaySimulator } from '../gateway-simulator.js';
import type { ResolvedOptions } from '../simulator.options.js';
import { FLAG_GROUPS, variableOf } from './cli-flags.js';

const WIDTH = 26;

/** What `--help` prints. */
export function helpText(): string {
  const groups = Object.entries(FLAG_GROUPS).map(([heading, flags]) => {
    const lines = Object.entries(flags).map(([name, { value, help }]) =>
      line(`--${name} <${value}>`, help),
    );
    return `${heading}:\n${lines.join('')}`;
  });
  return `sms-gateway-simulator: an SMS gateway on your machine, with an inbox. No phone gets anything.

Usage: npx sms-gateway-simulator [options]

All options can be left out; what counts then stands in brackets.

${groups.join('\n')}
Besides:
${line('-h, --help', 'this text')}${line('-v, --version', 'the version')}
Examples:
  npx sms-gateway-simulator
  npx sms-gateway-simulator --port 5000 --file sms-inbox.jsonl
  ${variableOf('password')}=secret npx sms-gateway-simulator --user-id acme

Each option can come from the environment, as the password above; lists with commas. Give secrets
that way: other users of a machine can see a command line.
`;
}

function line(name: string, help: string): string {
  return `  ${name.padEnd(WIDTH)}${help}\n`;
}

/** What is printed once the simulator listens. */
export function startText(gateway: GatewaySimulator, options: ResolvedOptions): string {
  const { userId, password, apiKey, apiKeyHeader, timeZone, inboxPassword, file } = options;
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

  Gateway   ${gateway.url}   (the baseUrl of your app)
  Inbox     ${gateway.origin}/${inboxPassword === undefined ? '' : '   (asks for the inbox password)'}
  API       ${gateway.origin}/api/messages   (all of it: ${gateway.origin}${OPENAPI_PATH})
${file === undefined ? '' : `  File      ${resolve(file)}   (${count(gateway)} read, texts in the clear)\n`}
  user      ${userId}
  password  ${shown(password, 'demo-password')}
  key       ${shown(apiKey, 'demo-api-key')}   (header ${apiKeyHeader})
  zone      ${timeZone}

Try it:

  curl -H ${quote(`${apiKeyHeader}: ${key}`)} \\
    ${fields.join(' \\\n    ')} \\
    ${quote(`${gateway.url}/SMSApi/send`)}

With mobile=99900000500 the same is answered with HTTP 500; /api/faults has more of these.
Ctrl-C ends it.
`;
}

function count({ messages, refused }: GatewaySimulator): string {
  const kept = messages.length + refused.length;
  return kept === 1 ? '1 message' : `${kept} messages`;
}

function shown(secret: string, demo: string): string {
  return secret === demo ? secret : '(as given)';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
