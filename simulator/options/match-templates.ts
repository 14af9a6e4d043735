import type { SmsRegisteredTemplate } from '../../lib/core/sms-gateway.options.js';
import { defineTemplate } from '../../lib/extras/templates/define-template.js';

/** A registered text, compared by the strict rules, or a template with rules of its own. */
export type SimulatedTemplate = string | SmsRegisteredTemplate;

/** A function that says whether a text matches a template, as the option `templates` of an account does. */
export function createTemplateMatch(
  templates: readonly SimulatedTemplate[],
): (text: string) => boolean {
  const checks = templates.map((template) => {
    const definition =
      typeof template === 'string'
        ? defineTemplate({ text: template, dltTemplateId: '1' })
        : template;
    return definition.createTextCheck({ known: [definition] });
  });
  return (text) => checks.some((check) => !('issue' in (check(text) ?? {})));
}
