import { z } from 'zod';
import type { GatewaySimulator } from '../../simulator/index.js';

interface Answer {
  content?: Record<string, { schema: JsonSchema }>;
}

export type JsonSchema = Record<string, unknown>;

export interface Operation {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Answer>;
}

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation> & { parameters?: Operation['parameters'] }>;
  components: {
    schemas: Record<string, JsonSchema>;
  };
}

/** The document of a simulator. */
export async function describeGateway(
  gateway: GatewaySimulator,
  init?: RequestInit,
): Promise<OpenApi> {
  const answer = await fetch(`${gateway.origin}/api/openapi.json`, init);
  return (await answer.json()) as OpenApi;
}

/** Every operation as `METHOD path`. */
export function operations({ paths }: OpenApi): [name: string, operation: Operation][] {
  return Object.entries(paths).flatMap(([path, { parameters: _common, ...methods }]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, operation] as [string, Operation],
    ),
  );
}

/** Makes a validator from a schema of the document. */
export function reader(document: OpenApi, schema: JsonSchema): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas };
  const json = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(json) as Parameters<typeof z.fromJSONSchema>[0]);
}

/** How an answer differs from the document; undefined if it does not. */
export async function compare(
  document: OpenApi,
  name: string,
  answer: Response,
): Promise<string | undefined> {
  const operation = new Map(operations(document)).get(name);
  const described = operation?.responses[answer.status];
  if (described === undefined) return `${answer.status} is not described`;
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const content = described.content?.[type];
  if (content === undefined) return `${type} is not described`;
  const body: unknown = type === 'application/json' ? await answer.json() : await answer.text();
  return reader(document, content.schema).safeParse(body).error?.message;
}
