import { z } from 'zod';
import { isHeaderName, isHeaderValue, isSetByRequest } from '../../lib/core/protocol/header.js';
import { kind, object, oneOf, type SchemasOf, text } from '../../lib/core/options/schemas.js';
import {
  REPORT_FIELDS,
  REPORT_PRESETS,
  type ReportCodes,
  type ReportFields,
  type ReportPreset,
  type ReportStates,
} from './report-options.js';

const isPreset = (name: unknown): name is ReportPreset =>
  typeof name === 'string' && Object.hasOwn(REPORT_PRESETS, name);
const presets = Object.keys(REPORT_PRESETS).join(', ');
const fields = `${presets}, or an object of names, with any of ${REPORT_FIELDS.join(', ')}`;
const name = text('a name').optional();
const names = Object.fromEntries(REPORT_FIELDS.map((field) => [field, name]));
const word = text('a word');
const code = text("a code like '0'");
const headers = 'HTTP headers by name, but not those that the post itself sets';

/** The options of the simulator that say how delivery reports are written and sent. */
export const reportOptions = {
  reportMethod: oneOf(['POST', 'GET'])
    .default('POST')
    .describe('<method> POST, or GET with the fields in the query (POST)'),
  reportFormat: oneOf(['form', 'json']).default('form').describe('<how> form or json (form)'),
  reportFields: z
    .union([z.custom<ReportPreset>(isPreset), object(names, kind(fields))], kind(fields))
    .default('transId')
    .transform((fieldsOrPreset): ReportFields =>
      isPreset(fieldsOrPreset) ? REPORT_PRESETS[fieldsOrPreset] : fieldsOrPreset,
    )
    .describe('<names> a preset, or part=name,part=name (transId)'),
  reportStates: object(
    {
      delivered: word.default('DELIVERED'),
      failed: word.default('FAILED'),
      expired: word.default('EXPIRED'),
    } satisfies SchemasOf<ReportStates>,
    kind('an object of words, with any of delivered, failed, expired'),
  )
    .prefault({})
    .describe('<words> like delivered=DELIVRD,failed=UNDELIV'),
  reportCodes: object(
    {
      delivered: code.default('0'),
      failed: code.default('001'),
      expired: code.default('002'),
    } satisfies SchemasOf<ReportCodes>,
    kind('an object of codes, with any of delivered, failed, expired'),
  )
    .prefault({})
    .describe('<codes> like delivered=0,failed=1'),
  reportTimes: oneOf(['wall-clock', 'iso', 'epoch'])
    .default('wall-clock')
    .describe('<how> wall-clock, iso or epoch (wall-clock)'),
  reportHeaders: z
    .record(z.string(), z.string(kind('a string')), kind(headers))
    .refine(
      (headersByName) =>
        Object.entries(headersByName).every(
          ([key, value]) => isHeaderName(key) && !isSetByRequest(key) && isHeaderValue(value),
        ),
      `is not valid. Provide ${headers}`,
    )
    .prefault({})
    .describe("<header> like 'X-Key: secret', can be repeated"),
};
