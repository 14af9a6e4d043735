import { z } from 'zod';
import { DOCUMENT_FIELDS, WILD_FIELDS } from './fields.js';
import { CALLS } from './other-calls.js';

const field = z.string().optional();
const sendFields: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries([...WILD_FIELDS].map((name) => [name, field])),
  ...Object.fromEntries(
    Object.entries(DOCUMENT_FIELDS).map(([name, { meaning, required }]) => [
      name,
      (required ? z.string() : field).describe(meaning),
    ]),
  ),
};
const accountFields = { userid: z.string(), password: field, output: field };

/** A path of the gateway. */
export interface GatewayPath {
  /** Its `operationId` in the OpenAPI document. */
  readonly id: string;
  readonly summary: string;
  readonly methods: readonly ('GET' | 'POST')[];
  /** Those of its form, or of its query. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

/** The gateway's own paths, which come after the base path. `docs/simulator.md` says what is assumed. */
export const GATEWAY_PATHS: Readonly<Record<string, GatewayPath>> = {
  '/me/': { id: 'login', summary: 'Generate a token', methods: ['POST'], fields: {} },
  '/SMSApi/send': {
    id: 'send',
    summary: 'Send a message',
    methods: ['POST', 'GET'],
    fields: sendFields,
  },
  ...Object.fromEntries(
    Object.entries(CALLS).map(([path, { id, summary, fields }]): [string, GatewayPath] => [
      `/SMSApi/${path}`,
      {
        id: id ?? path.replace(/\/./, (start) => start.charAt(1).toUpperCase()),
        summary: summary ?? 'A call of known clients',
        methods: ['POST', 'GET'],
        fields: { ...accountFields, ...fields },
      },
    ]),
  ),
};
