import { z } from 'zod';
import type {
  SmsRegisteredTemplate,
  SmsTemplateOptions,
  SmsTemplateRules,
  SmsTemplateLengths,
} from '../sms-gateway.options.js';
import {
  having,
  kind,
  object,
  oneOf,
  type SchemasOf,
  someOf,
  trueOrFalse,
  wholeNumber,
} from './schemas.js';

/** The most characters of a value. */
const LENGTH = 30;

type Lengths = Readonly<Record<keyof SmsTemplateLengths | 'other', number>>;

// With a path, because `https://acme.example` would also be the beginning of another host.
const url = z
  .string(kind("the beginning of a URL with its path, for example 'https://acme.example/'"))
  .regex(/^(?:https?:\/\/)?[a-z0-9.-]+\.[a-z]{2,}(?::\d{1,5})?\/[\w.~/?=&%+#:@,!();*$-]*$/i);

const callback = z
  .string(kind("a number, for example '18001234567'"))
  .regex(/^\+?\d[\d ()-]{2,19}$/);

const length = wholeNumber(1, 200);
const lengthOrDefault = length.default(LENGTH);
const lengths = object(
  {
    var: lengthOrDefault,
    alphanumeric: lengthOrDefault,
    numeric: lengthOrDefault,
    url: lengthOrDefault,
  } satisfies SchemasOf<SmsTemplateLengths>,
  kind('an object like { alphanumeric: 40 }'),
);

const rules = {
  maxValueLength: z.union(
    [length, lengths],
    kind('a whole number from 1 to 200, or an object like { alphanumeric: 40 }'),
  ),
  links: oneOf(['written', 'allow']),
  phoneNumbers: oneOf(['written', 'allow']),
  alphanumeric: oneOf(['strict', 'loose']),
  ignorePunctuation: trueOrFalse(),
  urls: z.array(url, kind('an array of URL prefixes')),
  callbacks: z.array(callback, kind('an array of numbers')),
} satisfies SchemasOf<SmsTemplateRules>;

/** The most characters of a value of each kind. */
function lengthsOf(input: number | z.output<typeof lengths>): Lengths {
  if (typeof input !== 'number') return { ...input, other: LENGTH };
  return { var: input, alphanumeric: input, numeric: input, url: input, other: input };
}

/** The rules of a template. */
export const templateRules = z.strictObject(
  {
    maxValueLength: rules.maxValueLength.default(LENGTH).transform(lengthsOf),
    links: rules.links.default('written'),
    phoneNumbers: rules.phoneNumbers.default('written'),
    alphanumeric: rules.alphanumeric.default('strict'),
    ignorePunctuation: rules.ignorePunctuation.default(false),
    urls: rules.urls.default([]),
    callbacks: rules.callbacks.default([]),
  } satisfies SchemasOf<SmsTemplateRules>,
  kind('an object like { maxValueLength: 40 }'),
);

/** The rules of a template, with all defaults filled in. */
export type TemplateRules = z.infer<typeof templateRules>;

const template = having<SmsRegisteredTemplate>(
  ['createTextCheck'],
  'is not a template. Provide what defineTemplate or readTemplates returned',
);

/** The option `templates`. */
export const templatesSchema = object(
  {
    // Without the defaults, which would replace the rules of the templates.
    ...z.object(rules).partial().shape,
    known: someOf(
      template,
      'an array of templates, as defineTemplate returns them',
      'Provide at least one template, or omit templates',
    ),
    unmatched: oneOf(['error', 'warn', 'allow']).default('error'),
  } satisfies SchemasOf<SmsTemplateOptions>,
  kind('an object like { known: [loginCode] }'),
);
