import { z } from 'zod';
import { MESSAGE_ID } from '../../inbox/inbox-message.schema.js';
import { isGatewayPath, type OuterPath } from '../../outer-routes.js';
import type { ResolvedOptions } from '../../simulator.options.js';
import { API_OPERATIONS } from './api-operations.js';
import { ANSWERED, EVENTS, READ } from './components.js';
import { OUTER_OPERATIONS } from './gateway-operations.js';
import type { Answer, Content, Operation } from './operation.js';

type Json = Record<string, unknown>;
type Described = Pick<ResolvedOptions, 'basePath' | 'apiKeyHeader' | 'inboxPassword'>;
type Methods = Readonly<Record<string, Operation>>;

// The version of what is described, which changes where a client has to.
const VERSION = '1';

/** Everything that a simulator with these options serves, but for the page, as OpenAPI 3.1. */
export function makeOpenApi(options: Described): Json {
  const outer = Object.entries(OUTER_OPERATIONS) as [OuterPath, Methods][];
  return {
    openapi: '3.1.1',
    info: {
      title: 'SMS gateway simulator',
      version: VERSION,
      description:
        'A gateway that reaches no phone, with an inbox. What the published document of the ' +
        'gateway does not show is called an assumption.',
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'gateway', description: 'What the gateway itself has.' },
      { name: 'inbox', description: 'What came, and what breaks on purpose.' },
    ],
    paths: Object.fromEntries([
      ...outer.map(([path, methods]) =>
        isGatewayPath(path)
          ? [options.basePath + path, describePath(methods, 'gateway', [])]
          : [path, describePath(methods, 'inbox', [])],
      ),
      ...Object.entries<Methods>(API_OPERATIONS).map(([path, methods]) => [
        path.replace(':id', '{id}'),
        describePath(methods, 'inbox', guard(options), path.includes(':id')),
      ]),
    ]) as Json,
    components: {
      schemas: { ...describeSchemas(READ, 'input'), ...describeSchemas(ANSWERED, 'output') },
      responses: describeGuard(),
      securitySchemes: describeSecurity(options),
    },
  };
}

function describePath(methods: Methods, tag: string, guards: readonly string[], id = false): Json {
  return {
    ...(id && {
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The id of a message.',
          schema: { type: 'string', pattern: MESSAGE_ID.source },
        },
      ],
    }),
    ...Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method.toLowerCase(),
        describeOperation(operation, tag, guards),
      ]),
    ),
  };
}

function describeOperation(
  { id, summary, description, assumptions, query = {}, headers = {}, ...rest }: Operation,
  tag: string,
  guards: readonly string[],
): Json {
  const assumed = assumptions?.map((text) => `\n- ${text}`).join('');
  const text = [description, assumed === undefined ? undefined : `Assumptions:\n${assumed}`];
  const parameters = [
    ...describeParameters(query, 'query'),
    ...describeParameters(headers, 'header'),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: text.filter((part) => part !== undefined).join('\n\n'),
    security: describeNeeds(rest.security, guards),
    ...(parameters.length > 0 && { parameters }),
    ...(rest.body && {
      requestBody: { required: rest.body.required, content: describeContent(rest.body.content) },
    }),
    ...(id === 'streamEvents' && { 'x-events': mapValues(EVENTS, reference) }),
    responses: {
      ...mapValues(rest.answers, describeAnswer),
      ...Object.fromEntries(
        guards.map((status) => [status, { $ref: `#/components/responses/Guard${status}` }]),
      ),
    },
  };
}

function describeParameters(schemas: Readonly<Record<string, z.ZodType>>, where: string): Json[] {
  return Object.entries(schemas).map(([name, schema]) => {
    const { $schema: _dialect, description, ...json } = z.toJSONSchema(schema, { io: 'input' });
    const required = !schema.safeParse(undefined).success;
    return { name, in: where, required, description, schema: json };
  });
}

function describeAnswer({ description, content }: Answer): Json {
  return { description, ...(content && { content: describeContent(content) }) };
}

function describeContent(content: Content): Json {
  return mapValues(content, (name) => ({ schema: reference(name) }));
}

function describeSchemas(
  schemas: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Json {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(schemas)) registry.add(schema, { id: name });
  const made = z.toJSONSchema(registry, { io, uri: (name) => reference(name).$ref });
  return mapValues(made.schemas, ({ $schema: _dialect, $id: _id, ...json }) => json);
}

function describeNeeds(security: Operation['security'], guards: readonly string[]): Json[] {
  if (security === undefined) return guards.includes('401') ? [{ inboxPassword: [] }] : [];
  const asked = security.filter((way) => way !== 'none');
  // The password is a field of the form, which OpenAPI has no security scheme for.
  return asked.map((way) => (way === 'field' ? {} : { [way]: [] }));
}

function describeSecurity({ apiKeyHeader, inboxPassword }: Described): Json {
  return {
    login: { type: 'http', scheme: 'basic', description: 'userid and password of the account.' },
    token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token alone.' },
    apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: 'The key.' },
    ...(inboxPassword !== undefined && {
      inboxPassword: { type: 'http', scheme: 'basic', description: 'Any user name.' },
    }),
  };
}

function guard({ inboxPassword }: Described): string[] {
  return inboxPassword === undefined ? ['403'] : ['401', '403'];
}

function describeGuard(): Json {
  const content = describeContent({ 'application/json': 'Error' });
  return {
    Guard401: { description: 'The inbox password is missing or wrong.', content },
    Guard403: { description: 'Asked under a foreign host name, or by a foreign page.', content },
  };
}

function reference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function mapValues<T, R>(values: Readonly<Record<string, T>>, change: (value: T) => R): Json {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
