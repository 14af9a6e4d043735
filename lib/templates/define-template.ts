import { shownKey } from '../common/mask.js';
import { SmsConfigurationError } from '../errors/index.js';
import { MessageIssues } from '../message/message-issues.js';
import type { SmsContent } from '../message/sms-message.js';
import { isObject, kindOf } from '../message/value-checks.js';
import { describeIssue } from '../options/checks.js';
import { templateRules } from '../options/templates-schema.js';
import type {
  SmsRegisteredTemplate,
  SmsTemplateDefinition,
  SmsTemplateRules,
} from '../sms-gateway.options.js';
import { createMatcher, type TemplateMatcher } from './template-matcher.js';
import { normalised, partsOf, problemOf } from './template-parts.js';
import { createTextCheck, describe, idsOf, rulesOf } from './text-check.js';
import { TextReading } from './text-reading.js';

/** A template: call it with the values of its variables to get a message without `to`. */
export interface SmsTemplate<Name extends string = string> extends SmsRegisteredTemplate {
  /** @throws SmsMessageError naming each value of the wrong kind or length */
  (...values: [Name] extends [never] ? [] : [Readonly<Record<Name, string>>]): SmsContent;
}

/**
 * Defines a registered template.
 *
 * @param rules for the values, as in the option `templates`. Default: the strict ones
 * @throws SmsConfigurationError if the template or a rule is invalid
 */
export function defineTemplate<const Name extends string = never>(
  definition: SmsTemplateDefinition<Name>,
  rules: SmsTemplateRules = {},
): SmsTemplate<Name> {
  const { dltTemplateId, text } = definition;
  const parts = partsOf(text);
  const variables = parts.filter((part) => typeof part === 'object');
  const names: readonly string[] =
    definition.values ?? variables.map((_, index) => String(index + 1));
  const isNamed = names.length === variables.length && new Set(names).size === names.length;
  const [invalid] = templateRules.safeParse(rules).error?.issues ?? [];
  const problem =
    problemOf(text) ??
    (!isNamed
      ? `has ${variables.length} variables; give 'values' a different name for each`
      : invalid && describeIssue(invalid, ['rules']).join(' '));
  if (problem !== undefined) {
    throw new SmsConfigurationError(
      `The template '${dltTemplateId}' cannot be used: it ${problem}.`,
    );
  }
  const own = rulesOf(rules);
  const matchText = createMatcher(parts, own);
  let next = 0;
  const pieces = parts.map((part) => {
    if (typeof part === 'string') return part;
    return { name: names[next++] ?? '', match: createMatcher([part], own) };
  });

  const render = (values: unknown = {}): SmsContent => {
    const issues = new MessageIssues();
    const check = (path: string, value: string, match: TemplateMatcher): string => {
      const reading = new TextReading(normalised(value));
      const stop = match(reading);
      const difference = stop && describe(stop, reading.text);
      if (difference) issues.add(path, difference.issue, difference.masked);
      return reading.text;
    };
    const given = new Map(Object.entries(isObject(values) ? values : {}));
    const written = pieces.map((piece) => {
      if (typeof piece === 'string') return piece;
      const value = given.get(piece.name);
      if (typeof value === 'string') return check(`values.${piece.name}`, value, piece.match);
      issues.add(`values.${piece.name}`, `is ${kindOf(value)}; pass a string`);
      return '';
    });
    const unknown = [...given.keys()].find((key) => !names.includes(key));
    if (unknown !== undefined) issues.add(`values.${shownKey(unknown)}`, 'is not in the template');
    issues.throwIfAny();
    // Each value is right, but together they can contain a link, for example.
    const content = { text: check('values', written.join(''), matchText), ...idsOf(definition) };
    issues.throwIfAny();
    return content;
  };
  return Object.assign(render, { definition, rules, createTextCheck });
}
