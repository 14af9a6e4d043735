import type { SmsAuthOptions } from '../../sms-gateway.options.js';
import type { CheckRequest } from './arguments.js';

const SECRETS = new Map([
  ['password', 'process.env.SMS_PASSWORD!'],
  ['apiKey', 'process.env.SMS_API_KEY!'],
]);

/** The options that a check found, as code to copy. It shows no secret. */
export function optionsText(request: CheckRequest, auth: SmsAuthOptions): string {
  const { baseUrl, allowInsecure, senderId, dltEntityId, dltTemplateId } = request;
  const defaults = { senderId, dltEntityId, fields: dltTemplateId && { dltTemplateId } };
  return [
    'SmsGatewayModule.forRoot({',
    ...membersOf({ baseUrl, allowInsecure: allowInsecure || undefined, auth, defaults }, '  '),
    '})',
  ]
    .map((line) => `  ${line}\n`)
    .join('');
}

function membersOf(object: object, indent: string): string[] {
  return Object.entries(object).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return [`${indent}${key}: ${SECRETS.get(key) ?? quote(value)},`];
    if (value === true) return [`${indent}${key}: true,`];
    const members = typeof value === 'object' && value ? membersOf(value, `${indent}  `) : [];
    return members.length > 0 ? [`${indent}${key}: {`, ...members, `${indent}},`] : [];
  });
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
