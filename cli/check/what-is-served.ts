import { HAS_PASSWORD } from '../../lib/core/account/create-auth-provider.js';
import type { Connection } from '../../lib/core/account/sms-account.js';
import type { SmsCredentials } from '../../lib/core/auth/sms-auth-provider.js';
import { memberOf } from '../../lib/core/common/members.js';
import { type Deadline, outgoing } from '../../lib/core/deadline/deadline.js';
import { SmsGatewayError } from '../../lib/core/errors/index.js';
import type { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import { readJson, textOf } from '../../lib/core/protocol/read-json.js';
import { SUCCESS_WORD } from '../../lib/core/protocol/verdict.js';
import type { SmsAuthOptions } from '../../lib/core/sms-gateway.options.js';
import type { Say } from './ask.js';
import { credentialsOf } from './credentials.js';
import { printable } from '../terminal/printable.js';

/**
 * What a host may serve, and which members to print of it. Without members, an answer is printed as it came: no
 * vendor documents the form of the codes. The gateway specification has none of it.
 */
const SERVED: readonly (readonly [name: string, path: `/${string}`, ...members: string[]])[] = [
  ['Sender ids', '/SMSApi/senderid/read', 'senderName', 'isEnabled'],
  ['Time zone of the profile (a hint)', '/SMSApi/account/readprofile', 'userTimezone'],
  ['Codes of sends', '/SMSApi/info/responsecodes'],
  ['Codes of reports', '/SMSApi/info/deliverycodes'],
];

/**
 * Asks for what some hosts serve, as an app asks for its balance, and prints it. None of it changes the result
 * of a check.
 *
 * @param secret the password or key, which is not printed
 */
export async function showServed(
  { transport }: Connection,
  deadline: Deadline,
  auth: SmsAuthOptions,
  secret: string,
  say: Say,
): Promise<void> {
  const isKey = !HAS_PASSWORD[auth.method];
  const { fields, headers: authHeaders }: SmsCredentials = isKey
    ? credentialsOf(auth, secret)
    : { fields: { userid: auth.userId, password: secret } };
  const headers = { ...authHeaders, 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = Buffer.from(new URLSearchParams({ ...fields, output: 'json' }).toString());
  const missing = new Set(SERVED.map(([name]) => name));
  for (const [name, path, ...members] of SERVED) {
    const answer = await transport.post({ path, headers, body }, outgoing(deadline));
    // A host that hangs once would take the rest of the time.
    if (answer instanceof SmsGatewayError && answer.code === 'timeout') break;
    const servedText = answer instanceof SmsGatewayError ? undefined : readServed(answer, members);
    if (servedText === undefined) continue;
    const [first, ...others] = printable(servedText, secret);
    say('✓', `${name}: ${first}`, ...others);
    missing.delete(name);
  }
  if (missing.size === 0) return;
  const hint = ' A key may be refused for these, or for the whole account: try the password.';
  const names = [...missing].join(', ').toLowerCase();
  say('?', `This gateway does not show: ${names}.${isKey ? hint : ''}`);
}

/** What to print of an answer; undefined if it is a refusal, or no JSON. */
function readServed({ body, status }: GatewayAnswer, members: readonly string[]) {
  const fields = readJson(body);
  if (status >= 300 || typeof fields !== 'object' || fields === null) return undefined;
  const response = memberOf(fields, 'response') ?? fields;
  const word = textOf(memberOf(response, 'status')) ?? SUCCESS_WORD;
  if (word.trim().toLowerCase() !== SUCCESS_WORD) return undefined;
  if (members.length === 0) return body.toString();
  const servedTexts = membersIn(response, members);
  return servedTexts.length > 0 || memberOf(response, 'senderidList') !== undefined
    ? servedTexts.join(', ') || 'none found'
    : undefined;
}

/** The texts of two members in each object that has the first one, at most four objects or lists down. */
function membersIn(value: unknown, names: readonly string[], depth = 4): readonly string[] {
  if (typeof value !== 'object' || value === null || depth < 0) return [];
  const [first, second] = names.map((name) => textOf(memberOf(value, name))?.trim());
  if (first) return [second ? `${first} (${second})` : first];
  return Object.values(value).flatMap((memberValue) => membersIn(memberValue, names, depth - 1));
}
