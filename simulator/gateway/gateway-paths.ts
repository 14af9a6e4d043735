import { z } from 'zod';
import { DOCUMENT_FIELDS, WILD_FIELDS } from './fields.js';
import { OTHER_CALLS } from './other-calls.js';

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
const reports = {
  id: 'reportStatus',
  summary: 'The delivery reports of a send',
  methods: ['POST', 'GET'] as const,
  fields: { ...accountFields, uuid: z.string().describe('The transactionId of the send.') },
};

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
  '/SMSApi/report/status': reports,
  '/SMSApi/reports/status': { ...reports, id: 'reportsStatus' },
  '/SMSApi/account/readstatus': {
    id: 'readStatus',
    summary: 'What the account has left',
    methods: ['POST', 'GET'],
    fields: accountFields,
  },
  ...Object.fromEntries(
    Object.keys(OTHER_CALLS).map((path): [string, GatewayPath] => [
      `/SMSApi/${path}`,
      {
        id: path.replace(/\/./, (start) => start.charAt(1).toUpperCase()),
        summary: 'A call of known clients',
        methods: ['POST', 'GET'],
        fields: accountFields,
      },
    ]),
  ),
};
