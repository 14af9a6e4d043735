import { HAS_PASSWORD } from '../../lib/core/account/create-auth-provider.js';
import type { Connection } from '../../lib/core/account/sms-account.js';
import { isObject } from '../../lib/core/common/value-checks.js';
import { type Deadline, outgoing } from '../../lib/core/deadline/deadline.js';
import { SmsGatewayError } from '../../lib/core/errors/index.js';
import type { GatewayAnswer } from '../../lib/core/protocol/gateway-answer.js';
import { readJson, textOf } from '../../lib/core/protocol/read-json.js';
import { SUCCESS_WORD } from '../../lib/core/protocol/verdict.js';
import type { SmsAuthOptions } from '../../lib/core/sms-gateway.options.js';
import type { Say } from './ask.js';
import { printable } from './printable.js';

/** What to print of an answer that is not a refusal; undefined if it is not there. */
type Find = (response: unknown, body: string) => string | undefined;

// No vendor documents the format of the codes, so they are printed as they came.
const codesIn: Find = (_response, body) => body;
const zoneIn: Find = (response) =>
  findText(response, 'userTimezone')?.concat(' (a hint: expires_after may have another)');

/** What a host may serve. The gateway specification has none of it. */
const SERVED: readonly (readonly [name: string, path: `/${string}`, find: Find])[] = [
  ['Sender ids', '/SMSApi/senderid/read', senderIdsIn],
  ['Time zone of the profile', '/SMSApi/account/readprofile', zoneIn],
  ['Codes of sends', '/SMSApi/info/responsecodes', codesIn],
  ['Codes of reports', '/SMSApi/info/deliverycodes', codesIn],
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
  const isKey = auth.method === 'apiKey';
  const password = HAS_PASSWORD[auth.method] && { password: secret };
  const form = { userid: auth.userId, ...password, output: 'json' };
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...(isKey && { [auth.header ?? 'apikey']: secret }),
  };
  const body = Buffer.from(new URLSearchParams(form).toString());
  const missing = new Set(SERVED.map(([name]) => name));
  for (const [name, path, find] of SERVED) {
    const answer = await transport.post({ path, headers, body }, outgoing(deadline));
    // A host that hangs once would take the rest of the time.
    if (answer instanceof SmsGatewayError && answer.code === 'timeout') break;
    const found = answer instanceof SmsGatewayError ? undefined : findIn(answer, find);
    if (found === undefined) continue;
    const [first, ...others] = printable(found, secret);
    say('✓', `${name}: ${first}`, ...others);
    missing.delete(name);
  }
  if (missing.size === 0) return;
  const hint =
    ' Some gateways refuse a key on these paths, or refuse the keys of some accounts: try the password.';
  const names = [...missing].join(', ').toLowerCase();
  say('?', `The gateway does not show here: ${names}.${isKey ? hint : ''}`);
}

/** What an answer has, unless it is a refusal. */
function findIn({ body, status }: GatewayAnswer, find: Find): string | undefined {
  const fields = readJson(body);
  if (status >= 300 || typeof fields !== 'object' || fields === null) return undefined;
  const response = isObject(fields) && isObject(fields['response']) ? fields['response'] : fields;
  const word = isObject(response) ? textOf(response['status']) : undefined;
  const isOk = word === undefined || word.trim().toLowerCase() === SUCCESS_WORD;
  return isOk ? find(response, body.toString()) : undefined;
}

function senderIdsIn(response: unknown): string | undefined {
  const list = isObject(response) ? response['senderidList'] : undefined;
  if (typeof list !== 'object' || list === null) return undefined;
  const senders = [list].flat().map((entry: unknown) => {
    const state = findText(entry, 'isEnabled') ?? 'not known whether active';
    return `${findText(entry, 'senderName') ?? 'no name'} (${state})`;
  });
  return senders.join(', ') || 'none listed';
}

/** The text of a member, at most four objects or lists down. */
function findText(value: unknown, name: string, depth = 4): string | undefined {
  if (typeof value !== 'object' || value === null || depth < 0) return undefined;
  const own = isObject(value) ? textOf(value[name])?.trim() : undefined;
  const inside = Object.values(value).map((each) => findText(each, name, depth - 1));
  return own || inside.find((each) => each !== undefined);
}
