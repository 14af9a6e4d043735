import { maskDigits, shownKey } from '../../core/common/mask.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { addIssue, type MessageIssues, throwIssues } from '../../core/message/message-issues.js';
import type { SmsContent } from '../../core/message/sms-message.js';
import { isObject, kindOf } from '../../core/common/value-checks.js';
import { problemsIn } from '../../core/options/schemas.js';
import { templateRules } from '../../core/options/templates-schema.js';
import type {
  SmsRegisteredTemplate,
  SmsTemplateDefinition,
  SmsTemplateRules,
} from '../../core/sms-gateway.options.js';
import { createMatcher } from './template-matcher.js';
import { createTextCheck, describe } from './text-check.js';
import { readIds } from './template-ids.js';
import { KIND_NAMES, piecesOf, problemOf, withKinds } from './template-pieces.js';
import { normalised, TextReading } from './text-reading.js';

/** A template: call it with the values of its variables to get a message without `to`. */
export interface SmsTemplate<Name extends string = string> extends SmsRegisteredTemplate {
  /** @throws SmsMessageError naming each value of the wrong kind or length */
  (...values: [Name] extends [never] ? [] : [Readonly<Record<Name, string>>]): SmsContent;
}

/**
 * Defines a registered template.
 *
 * @param rules for the values, with the same defaults as in the option `templates`
 * @throws SmsConfigurationError if the template or a rule is invalid
 */
export function defineTemplate<const Name extends string = never>(
  definition: SmsTemplateDefinition<Name>,
  rules: SmsTemplateRules = {},
): SmsTemplate<Name> {
  const { dltTemplateId } = definition;
  const ids = readIds(definition);
  const { typed: template, wrong } = withKinds(definition);
  const pieces = piecesOf(template);
  const count = pieces.filter(({ takes }) => takes).length;
  const numbered = Array.from({ length: count }, (_, index) => String(index + 1));
  const names: readonly string[] = definition.values ?? numbered;
  const { data: ownRules, error } = templateRules.safeParse(rules);
  const isNamed = names.length === count && new Set(names).size === count;
  const naming = `needs a different name in 'values' for each variable (${count})`;
  const wrongId = 'issue' in ids ? ids.issue : undefined;
  const typing =
    wrong !== undefined &&
    `has kinds.${maskDigits(wrong)}, which does not give a {#var#} one of these kinds: ${KIND_NAMES.join(', ')}`;
  const problem = wrongId ?? problemOf(template) ?? (isNamed ? typing || undefined : naming);
  if (problem !== undefined || !ownRules) {
    const problems = problemsIn(error, { prefix: ['rules'] }).join(' ');
    throw new SmsConfigurationError(
      `The template '${dltTemplateId}' cannot be used: ${problem === undefined ? `its ${problems}` : `it ${problem}.`}`,
    );
  }

  const render = (values: unknown = {}): SmsContent => {
    const issues: MessageIssues = [];
    const check = (path: string, value: string, piece: string): string => {
      const reading = new TextReading(normalised(value));
      const stop = createMatcher(piece, ownRules)(reading);
      const difference = stop && describe(stop, reading.text);
      if (difference) addIssue(issues, path, difference.issue, difference.masked);
      return reading.text;
    };
    const valuesByName = new Map(Object.entries(isObject(values) ? values : {}));
    const nameIterator = names.values();
    const written = pieces.map(({ takes, text }) => {
      if (!takes) return text;
      const name = nameIterator.next().value ?? '';
      const value = valuesByName.get(name);
      if (typeof value === 'string') return check(`values.${name}`, value, text);
      addIssue(issues, `values.${name}`, `is ${kindOf(value)}; pass a string`);
      return '';
    });
    const unknown = [...valuesByName.keys()].find((key) => !names.includes(key));
    if (unknown !== undefined)
      addIssue(issues, `values.${shownKey(unknown)}`, 'is not in the template');
    throwIssues(issues);
    // Each value is valid, but together they may contain a link, for example.
    const content = { text: check('values', written.join(''), template), ...ids };
    throwIssues(issues);
    return content;
  };
  return Object.assign(render, { definition: { ...definition, ...ids }, rules, createTextCheck });
}
