import { inspect } from 'node:util';
import type { SmsAuthOptions } from '../../lib/core/sms-gateway.options.js';
import type { CheckRequest } from './arguments.js';

/** What to write in place of secrets. */
const SECRETS: Readonly<Record<string, string>> = {
  password: 'process.env.SMS_PASSWORD!',
  apiKey: 'process.env.SMS_API_KEY!',
};

/** The options that a check found, as code to copy. It shows no secret. */
export function optionsText({ account, defaults }: CheckRequest, auth: SmsAuthOptions): string {
  const set = given(defaults);
  const hasDefaults = Object.keys(set).length > 0;
  const options = { ...account, auth: given(auth), ...(hasDefaults && { defaults: set }) };
  const code = inspect(given(options), { compact: false, depth: 2, maxStringLength: null });
  return `SmsGatewayModule.forRoot(${code})\n`.replaceAll(/^(?=.)/gm, '  ');
}

/** Without what is not set, and with code in place of secrets. */
function given(options: object): object {
  const members = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    members.map(([key, value]: [string, unknown]) => {
      const code = SECRETS[key];
      return [key, code === undefined ? value : { [inspect.custom]: () => code }];
    }),
  );
}
