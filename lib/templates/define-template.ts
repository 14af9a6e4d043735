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
import { shownKey } from '../common/mask.js';
import { createMatcher } from './template-matcher.js';
import { normalised, partsOf } from './template-text.js';
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
  const kinds = 'problem' in parts ? [] : parts.filter((part) => typeof part !== 'string');
  const [invalid] = templateRules.safeParse(rules).error?.issues ?? [];
  const count = kinds.length;
  const names = definition.values ?? kinds.map((_, index) => String(index + 1));
  const problem =
    ('problem' in parts && parts.problem) ||
    (new Set<string>(names).size !== count &&
      `has ${count} variables; give 'values' a different name for each`) ||
    (names.length !== count && "has a name twice in 'values'") ||
    (invalid && describeIssue(invalid, ['rules']).join(' '));
  if (problem || 'problem' in parts) {
    throw new SmsConfigurationError(
      `The template '${dltTemplateId}' cannot be used: it ${problem}.`,
    );
  }
  const own = rulesOf(rules);
  const match = createMatcher(parts, own);
  const checks = kinds.map((kind) => createMatcher([kind], own));

  const render = (values: unknown = {}): SmsContent => {
    const issues = new MessageIssues();
    const given = isObject(values) ? values : {};
    const texts = names.map((name, index) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      const reading = typeof value === 'string' && new TextReading(normalised(value));
      const stop = reading && checks[index]?.(reading);
      if (!reading) issues.add(`values.${name}`, `is ${kindOf(value)}; pass a string`);
      else if (stop) issues.add(`values.${name}`, ...describe(stop, reading.text));
      return reading ? reading.text : '';
    });
    const unknown = Object.keys(given).find((key) => !names.some((name) => name === key));
    if (unknown !== undefined) issues.add(`values.${shownKey(unknown)}`, 'is not in the template');
    issues.throwIfAny();
    let next = 0;
    const written = parts.map((part) => (typeof part === 'string' ? part : texts[next++])).join('');
    const reading = new TextReading(normalised(written));
    const stop = match(reading);
    // Each value is right, but together they contain a link, for example.
    if (stop) issues.add('values', ...describe(stop, reading.text));
    issues.throwIfAny();
    return { text: reading.text, ...idsOf(definition) };
  };
  return Object.assign(render, { definition, rules, createTextCheck });
}
