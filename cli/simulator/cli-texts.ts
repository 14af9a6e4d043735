import { resolve } from 'node:path';
import { OPENAPI_PATH } from '../../simulator/api/api-routes.js';
import type { GatewaySimulator } from '../../simulator/gateway-simulator.js';
import { sampleCurl } from '../../simulator/page/sample-send.js';
import type { ResolvedOptions } from '../../simulator/options/check-options.js';
import { FLAG_GROUPS, variableOf } from './cli-flags.js';

/** The output of `--help`. */
export function helpText(): string {
  const groups = Object.entries(FLAG_GROUPS).map(([heading, flags]) => {
    const lines = Object.entries(flags).map(([name, { value, help }]) =>
      line(value === '' ? `--${name}` : `--${name} <${value}>`, help),
    );
    return `${heading}:\n${lines.join('')}`;
  });
  return `sms-gateway simulator: a local SMS gateway with an inbox. It sends nothing to phones.

Usage: npx -p nestjs-sms-gateway sms-gateway simulator [options]

All options are optional. Defaults are in parentheses.

${groups.join('\n')}
Other:
${line('-h, --help', 'show this text')}${line('-v, --version', 'show the version')}
Examples:
  npx -p nestjs-sms-gateway sms-gateway simulator
  npx -p nestjs-sms-gateway sms-gateway simulator --port 5000 --file sms-inbox.json
  ${variableOf('password')}=secret npx -p nestjs-sms-gateway sms-gateway simulator --user-id acme

Each option can be set in the environment, as the password above; lists are separated by commas. Set
secrets there, because other users of this machine can see the command line.
`;
}

function line(name: string, help: string): string {
  return `  ${name.padEnd(26)}${help}\n`;
}

/** The output once the simulator listens. */
export function startText(gateway: GatewaySimulator, options: ResolvedOptions): string {
  const { accounts, acceptAny, apiKeyHeader, timeZone, inboxPassword, file } = options;
  const { userId, password, apiKey } = options;
  const otherAccounts = accounts.length > 1 ? `   (and ${accounts.length - 1} more)` : '';
  const { url, origin, messages, refused } = gateway;
  const keptCount = messages.length + refused.length;
  const count = `${keptCount} message${keptCount === 1 ? '' : 's'}`;
  const asks = inboxPassword === undefined ? '' : '   (asks for the inbox password)';
  return `SMS gateway simulator: nothing that you send here reaches a phone.

  Gateway   ${url}   (the baseUrl of your app)
  Inbox     ${origin}/${asks}
  API       ${origin}/api/messages   (described at ${origin}${OPENAPI_PATH})
${file === undefined ? '' : `  File      ${resolve(file)}   (${count} read, texts are stored in plain text)\n`}
  User      ${userId}${acceptAny ? '   (every other user id also gets in)' : otherAccounts}
  Password  ${shown(password, 'demo-password')}
  Key       ${shown(apiKey, 'demo-api-key')}   (header ${apiKeyHeader})
  Time zone ${timeZone}

Try it:

  ${sampleCurl(options, origin).replaceAll('\n', '\n  ')}

With mobile=99900000500 the answer is HTTP 500. See /api/faults for other faults.
Press Ctrl-C to stop.
`;
}

function shown(secret: string, demo: string): string {
  return secret === demo ? secret : '(set by you)';
}
