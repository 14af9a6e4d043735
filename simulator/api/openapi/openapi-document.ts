import type { z } from 'zod/v3';
import { MESSAGE_ID } from '../../inbox/inbox-message.js';
import type { ResolvedOptions } from '../../simulator.options.js';
import { ANSWERED, EVENTS, READ } from './components.js';
import { GATEWAY_OPERATIONS, HEALTH_OPERATIONS } from './gateway-operations.js';
import { toJsonSchema } from './json-schema.js';
import { json, type Answer, type Content, type Operation, type Operations } from './operation.js';

type Json = Record<string, unknown>;
type Described = Pick<ResolvedOptions, 'basePath' | 'apiKeyHeader' | 'inboxPassword'>;

// Changes when a client has to change.
const VERSION = '1';

/**
 * Describes everything that a simulator serves, except the page, as OpenAPI 3.1.
 *
 * @param api the operations of the API by their paths
 */
export function makeOpenApi(options: Described, api: Readonly<Record<string, Operations>>): Json {
  const guards = options.inboxPassword === undefined ? ['403'] : ['401', '403'];
  return {
    openapi: '3.1.1',
    info: {
      title: 'SMS gateway simulator',
      version: VERSION,
      description:
        'A local gateway with an inbox; it sends nothing to phones. Everything that the published ' +
        'document of the gateway does not show is marked as an assumption.',
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'gateway', description: 'The API of the gateway itself.' },
      { name: 'inbox', description: 'Received messages, and faults.' },
    ],
    paths: Object.fromEntries([
      ...Object.entries(GATEWAY_OPERATIONS).map(([path, methods]) => [
        options.basePath + path,
        describePath(methods, 'gateway', []),
      ]),
      ['/health', describePath(HEALTH_OPERATIONS, 'inbox', [])],
      ...Object.entries(api).map(([path, methods]) => {
        const isFault = path.startsWith('/api/faults/');
        const id = isFault ? FAULT_ID_PARAMETER : ID_PARAMETER;
        const common = path.includes(':id') ? { parameters: [id] } : {};
        const described = describePath(methods, 'inbox', guards);
        return [path.replace(':id', '{id}'), { ...common, ...described }];
      }),
    ]) as Json,
    components: {
      schemas: { ...describeSchemas(READ, 'input'), ...describeSchemas(ANSWERED, 'output') },
      responses: mapValues(GUARDS, describeAnswer),
      securitySchemes: describeSecurity(options),
    },
  };
}

const ID_PARAMETER: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a message.',
  schema: { type: 'string', pattern: MESSAGE_ID.source },
};

const FAULT_ID_PARAMETER: Json = {
  ...ID_PARAMETER,
  description: 'The id of a fault.',
  schema: { type: 'string' },
};

const GUARDS = {
  Guard401: json('The inbox password is missing or wrong.', 'Error'),
  Guard403: json('The host name is not allowed, or the request is from another site.', 'Error'),
} as const;

function describePath(methods: Operations, tag: string, guards: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => [
      method.toLowerCase(),
      describeOperation(operation, tag, guards),
    ]),
  );
}

function describeOperation(operation: Operation, tag: string, guards: readonly string[]): Json {
  const { id, summary, description, assumptions, body } = operation;
  const list = assumptions?.map((text) => `\n- ${text}`).join('');
  const assumed = list === undefined ? undefined : `Assumptions:\n${list}`;
  const parameters = [
    ...describeParameters(operation.query, 'query'),
    ...describeParameters(operation.headers, 'header'),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, assumed].filter((text) => text !== undefined).join('\n\n'),
    security: describeNeeds(operation.security, guards),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: body.required, content: describeContent(body.content) },
    }),
    ...(id === 'streamEvents' && { 'x-events': mapValues(EVENTS, reference) }),
    responses: {
      ...mapValues(operation.answers, describeAnswer),
      ...Object.fromEntries(
        guards.map((status) => [status, { $ref: `#/components/responses/Guard${status}` }]),
      ),
    },
  };
}

function describeParameters(
  schemas: Readonly<Record<string, z.ZodTypeAny>> = {},
  where: string,
): Json[] {
  return Object.entries(schemas).map(([name, schema]) => {
    const { description, ...rest } = toJsonSchema(schema, { io: 'input' });
    return { name, in: where, required: !schema.isOptional(), description, schema: rest };
  });
}

function describeAnswer({ description, content }: Answer): Json {
  return { description, ...(content && { content: describeContent(content) }) };
}

function describeContent(content: Content): Json {
  return mapValues(content, (name) => ({ schema: reference(name) }));
}

function describeSchemas(
  schemas: Readonly<Record<string, z.ZodTypeAny>>,
  io: 'input' | 'output',
): Json {
  const known = new Map(
    Object.entries(schemas).map(([name, schema]) => [schema, reference(name).$ref]),
  );
  return mapValues(schemas, (schema) => toJsonSchema(schema, { io, known }));
}

function describeNeeds(security: Operation['security'], guards: readonly string[]): Json[] {
  if (security === undefined) return guards.includes('401') ? [{ inboxPassword: [] }] : [];
  const ways = security.filter((way) => way !== 'none');
  // OpenAPI has no security scheme for a password in a form field.
  return ways.map((way) => (way === 'field' ? {} : { [way]: [] }));
}

function describeSecurity({ apiKeyHeader, inboxPassword }: Described): Json {
  return {
    login: { type: 'http', scheme: 'basic', description: 'userid and password of the account.' },
    token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token only.' },
    apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: 'The key.' },
    ...(inboxPassword !== undefined && {
      inboxPassword: { type: 'http', scheme: 'basic', description: 'Any user name.' },
    }),
  };
}

function reference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function mapValues<T, R>(values: Readonly<Record<string, T>>, change: (value: T) => R): Json {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
