import type { SmsRegisteredTemplate } from '../../sms-gateway.options.js';
import { normalised, partsOf } from '../../templates/template-text.js';
import { matcherOf } from '../../templates/text-check.js';
import { TextReading } from '../../templates/text-reading.js';

/** A registered text, compared by the strict rules, or a template with rules of its own. */
export type SimulatedTemplate = string | SmsRegisteredTemplate;

export function isTemplateText(text: string): boolean {
  return !('problem' in partsOf(text));
}

/** A function that says whether a text matches a template, as the option `templates` of an account does. */
export function createTemplateMatch(
  templates: readonly SimulatedTemplate[],
): (text: string) => boolean {
  const matchers = templates.map((template) =>
    typeof template === 'string'
      ? matcherOf(template, {})
      : matcherOf(template.definition.text, template.rules),
  );
  return (text) => {
    const reading = new TextReading(normalised(text));
    return matchers.some((matcher) => matcher.match(reading) === undefined);
  };
}
