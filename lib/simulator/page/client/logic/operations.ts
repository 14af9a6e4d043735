import { quote } from '../../sample-send.js';

/** One method of one path. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Names of its query parameters. */
  readonly parameters: readonly string[];
  /** Whether it takes the name and the password of the account. */
  readonly login: boolean;
  /** Whether it takes the inbox password. */
  readonly locked: boolean;
}

/** What a command needs besides the operation. */
export interface CommandParts {
  /** The address of the simulator, without a final slash. */
  readonly base: string;
  /** The curl command that sends a message. */
  readonly send: string;
  /** `userid:password`. */
  readonly login: string;
  /** The id of a message, if there is one. */
  readonly message: string | undefined;
  /** The id of a planned fault, if there is one. */
  readonly fault: string | undefined;
}

interface Described {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly security?: readonly object[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const SEND = /\/SMSApi\/send$/;
const QUESTION = /\/SMSApi\/(?:reports?\/status|account\/readstatus)$/;
const QUERIES: Readonly<Record<string, string>> = {
  'GET /api/messages': '?search=is:otp',
  'GET /api/messages/export': '?format=csv',
};
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/messages/read': {},
  'POST /api/messages/{id}/read': { read: true },
  'PATCH /api/messages/{id}/read': { read: false },
  'PUT /api/messages/{id}/delivery': { status: 'delivered' },
  'POST /api/faults': { fault: '429', count: 1 },
  'PUT /api/faults': { next: [{ fault: '500', count: 2 }] },
};

/** The operations of an OpenAPI document by their first tag. */
export function readOperations(document: unknown): [tag: string, operations: Operation[]][] {
  const { paths = {} } = document as {
    paths?: Readonly<Record<string, Partial<Record<string, Described>>>>;
  };
  const byTag = new Map<string, Operation[]>();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const { summary = '', tags = [], parameters = [], security = [] } = operation;
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const tag = tags[0] ?? 'Other';
      const needs = (name: string) => security.some((way) => name in way);
      byTag.set(tag, [
        ...(byTag.get(tag) ?? []),
        {
          method: method.toUpperCase(),
          path,
          summary,
          parameters: query.map(({ name = '' }) => name),
          login: needs('login'),
          locked: needs('inboxPassword'),
        },
      ]);
    }
  }
  return [...byTag];
}

/** A curl command for an operation. */
export function operationCurl(
  { method, path, login, locked }: Operation,
  { base, send, message, fault, ...given }: CommandParts,
): string {
  if (SEND.test(path)) {
    return method === 'POST'
      ? send
      : send.replace("/send'", "/send' -G").replaceAll('--form-string', '--data-urlencode');
  }
  if (QUESTION.test(path)) {
    const [userid = '', ...password] = given.login.split(':');
    const fields = { userid, password: password.join(':') };
    const about = path.endsWith('/readstatus') ? fields : { ...fields, uuid: 'TRANSACTION_ID' };
    const flags = Object.entries(about).map((pair) => `--data-urlencode ${quote(pair.join('='))}`);
    return [`curl ${quote(base + path)}`, ...(method === 'GET' ? ['-G'] : []), ...flags].join(' ');
  }
  const name = `${method} ${path}`;
  const id = path.startsWith('/api/faults') ? (fault ?? 'FAULT_ID') : (message ?? 'MESSAGE_ID');
  const url = base + path.replace('{id}', id) + (QUERIES[name] ?? '');
  const body = BODIES[name];
  const parts = [
    `curl ${quote(url)}`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    ...(path.endsWith('/events') ? ['-N'] : []),
    ...(login ? [`-u ${quote(given.login)}`] : []),
    ...(locked ? [`-u 'inbox:YOUR_INBOX_PASSWORD'`] : []),
    ...(body === undefined ? [] : [`-d ${quote(JSON.stringify(body))}`]),
  ];
  return parts.join(' ');
}
