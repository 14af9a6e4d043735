import { z } from 'zod';
import { GATEWAY_PATHS, type GatewayPath } from '../../gateway/gateway-paths.js';
import type { ResolvedOptions } from '../../options/check-options.js';
import { ANSWERED, READ } from './components.js';

/** One method of one path of the API. */
export interface Operation {
  /** `operationId`, for generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly query?: Fields;
  readonly headers?: Fields;
  readonly body?: keyof typeof READ;
  readonly answer?: keyof typeof ANSWERED;
  /** The type of an answer in text. */
  readonly text?: string;
  /** Default 200. */
  readonly status?: number;
  readonly errors?: readonly (keyof typeof ERRORS)[];
}

type Fields = Readonly<Record<string, z.ZodType>>;
type Json = Record<string, unknown>;

const ERRORS = {
  400: 'The query or the body is invalid.',
  401: 'The inbox password is missing or wrong.',
  403: 'The host name is not allowed, or the request is from another site.',
  404: 'There is none.',
  413: 'The body is too large.',
};

const BASIC = { type: 'http', scheme: 'basic' };

/**
 * Describes the API, and the fields of the gateway's own paths, as OpenAPI 3.1.
 *
 * @param api the operations of the API by their paths
 */
export function makeOpenApi(
  { basePath, inboxPassword }: Pick<ResolvedOptions, 'basePath' | 'inboxPassword'>,
  api: Readonly<Record<string, Readonly<Record<string, Operation>>>>,
): Json {
  const hasPassword = inboxPassword !== undefined;
  const errors = (statuses: readonly (keyof typeof ERRORS)[] = []): Json =>
    Object.fromEntries(
      [...statuses, 403 as const, ...(hasPassword ? [401 as const] : [])].map((status) => [
        status,
        { description: ERRORS[status], content: asJson('Error') },
      ]),
    );
  const describe = ({ id, summary, body, answer, text, ...more }: Operation): Json => ({
    operationId: id,
    summary,
    parameters: [...parametersOf(more.query, 'query'), ...parametersOf(more.headers, 'header')],
    ...(body && { requestBody: { required: !READ[body].isOptional(), content: asJson(body) } }),
    responses: {
      [more.status ?? 200]: {
        description: summary,
        content: { ...asJson(answer), ...(text && { [text]: { schema: { type: 'string' } } }) },
      },
      ...errors(more.errors),
    },
    ...(hasPassword && { security: [{ inboxPassword: [] }] }),
  });
  return {
    openapi: '3.1.1',
    info: { title: 'SMS gateway simulator', version: '1' },
    paths: {
      ...change(GATEWAY_PATHS, (path, methods) => [basePath + path, describeGateway(methods)]),
      '/health': { get: answering('health'), head: answering('healthHead') },
      ...change(api, (path, methods) => [
        path.replace(':id', '{id}'),
        {
          ...(path.includes(':id') && { parameters: parametersOf({ id: z.string() }, 'path') }),
          ...change(methods, (method, operation) => [method.toLowerCase(), describe(operation)]),
        },
      ]),
    },
    components: {
      schemas: { ...schemasOf(READ, 'input'), ...schemasOf(ANSWERED, 'output') },
      ...(hasPassword && { securitySchemes: { inboxPassword: BASIC } }),
    },
  };
}

/** A `GET` has the fields in its query, a `POST` in its body. */
function describeGateway({ id, summary, methods, fields }: GatewayPath): Json {
  const body = { schema: schemaOf(z.looseObject(fields), 'input') };
  const content = { 'multipart/form-data': body, 'application/x-www-form-urlencoded': body };
  const get = { summary, parameters: parametersOf(fields, 'query'), ...answering(`${id}ByQuery`) };
  const post = { summary, requestBody: { content }, ...answering(id) };
  return { post, ...(methods.includes('GET') && { get }) };
}

function answering(operationId: string): Json {
  return { operationId, responses: { 200: { description: 'An answer, or a refusal.' } } };
}

function parametersOf(fields: Fields = {}, where: 'query' | 'path' | 'header'): Json[] {
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field, 'input');
    return { name, in: where, required: !field.isOptional(), description, schema };
  });
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** Schemas that refer to each other by their names. */
function schemasOf(schemas: Fields, io: 'input' | 'output'): Json {
  const named = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) named.add(schema, { id });
  const described = z.toJSONSchema(named, { io, uri: addressOf });
  return change(described.schemas, (id, { $schema: _schema, $id: _id, ...schema }) => [id, schema]);
}

function asJson(name: string | undefined): Json {
  return name === undefined ? {} : { 'application/json': { schema: { $ref: addressOf(name) } } };
}

function addressOf(name: string): string {
  return `#/components/schemas/${name}`;
}

function change<T>(
  values: Readonly<Record<string, T>>,
  mapEntry: (key: string, value: T) => [string, unknown],
): Json {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => mapEntry(key, value)));
}
