import { z } from 'zod/v3';
import { SmsConfigurationError } from '../errors/index.js';
import { describeIssue, kind, oneOf, type SchemasOf, text, timeZone } from '../options/checks.js';
import { isHeaderName, isHeaderValue } from '../protocol/header.js';
import { isAddress } from './admission.js';
import type { SmsReportsOptions } from './sms-reports.options.js';

const EXAMPLE = "a route that ends in a secret: 'sms-reports/' and what 'openssl rand -hex 16' prints";
const PATH = /^(?:[A-Za-z0-9._~-]+\/)+[A-Za-z0-9_-]{16,}$/;

const path = z
  .string(kind(EXAMPLE))
  .transform((given) => given.replace(/^\/+/, ''))
  .refine(
    (given) => PATH.test(given),
    `does not end in a secret of at least 16 letters, digits, dashes and underscores after a part of its own. Provide ${EXAMPLE}`,
  );

const header = z.strictObject(
  {
    name: z.string(kind('the name of a header')).refine(isHeaderName, 'is not the name of a header'),
    value: text('what the header must hold').refine(
      isHeaderValue,
      'cannot be the value of a header',
    ),
  },
  kind("an object like { name: 'x-report-key', value: '…' }"),
);

const address = z
  .string(kind("an address or a range like '203.0.113.0/24'"))
  .refine(
    isAddress,
    "is neither an address nor a range like '203.0.113.0/24'",
  );

const names = z.array(text('the name of a field'), kind("an array of names like ['mobile_no']"));

const PARTS = ['transactionId', 'messageId', 'recipient', 'state', 'code', 'cause', 'at'] as const;

const schema = z.strictObject(
  {
    path: path.optional(),
    header: header.optional(),
    allowFrom: z
      .array(address, kind("an array like ['203.0.113.0/24']"))
      .min(1, 'is empty, so that nobody could report. Provide an address, or omit it')
      .optional(),
    fields: z.record(oneOf(PARTS), names, kind("an object like { transactionId: ['tid'] }")).default({}),
    states: z
      .record(
        oneOf(['pending', 'delivered', 'failed', 'expired', 'unrecognised']),
        kind("an object like { '000': 'delivered' }"),
      )
      .default({}),
    timeZone: timeZone().optional(),
    lookup: z
      .strictObject(
        {
          path: z
            .string(kind("a path like '/SMSApi/report/status'"))
            .regex(/^\/[\w.~/-]*$/, "is not a path like '/SMSApi/report/status'")
            .default('/SMSApi/report/status'),
        },
        kind('an object like { path }'),
      )
      .default({}),
  } satisfies SchemasOf<SmsReportsOptions>,
  kind('an object like { path }'),
);

/** The options of an account's reports, checked, with their defaults filled in. */
export type CheckedReportsOptions = z.output<typeof schema>;

/** @throws SmsConfigurationError naming every invalid option and what to provide instead */
export function checkReportsOptions(options: unknown, name: string): CheckedReportsOptions {
  const read = schema.safeParse(options);
  if (read.success) return read.data;
  const problems = read.error.issues.flatMap((issue) => describeIssue(issue, []));
  throw new SmsConfigurationError(
    `SmsReportsModule cannot start because the options of '${name}' are invalid. ${problems.join(' ')}`,
    name,
  );
}
