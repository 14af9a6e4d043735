import { inspect } from 'node:util';
import type { SmsAuthOptions } from '../../lib/core/sms-gateway.options.js';
import type { CheckRequest } from './arguments.js';

type Codes = Readonly<Record<string, string>>;

const PASSWORD: Codes = { password: 'process.env.SMS_PASSWORD!' };

/** What to write for the secrets of each method. */
const SECRETS: Readonly<Record<SmsAuthOptions['method'], Codes>> = {
  token: PASSWORD,
  password: PASSWORD,
  apiKey: { apiKey: 'process.env.SMS_API_KEY!' },
};

/** The options that a check found, as code to copy. It shows no secret. */
export function optionsText({ account, defaults }: CheckRequest, auth: SmsAuthOptions): string {
  const options = {
    ...account,
    auth: given(auth, SECRETS[auth.method]),
    defaults: given(defaults),
  };
  if (Object.keys(options.defaults).length === 0) Reflect.deleteProperty(options, 'defaults');
  const code = inspect(given(options), { compact: false, depth: 2, maxStringLength: null });
  return `SmsGatewayModule.forRoot(${code})\n`.replaceAll(/^(?=.)/gm, '  ');
}

/** Without what is not set, and with code in place of secrets. */
function given(options: object, secrets: Codes = {}): object {
  const members = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    members.map(([key, value]: [string, unknown]) => {
      const code = secrets[key];
      return [key, code === undefined ? value : { [inspect.custom]: () => code }];
    }),
  );
}
