import type { SmsRegisteredTemplate } from '../sms-gateway.options.js';
import type { SmsRecord } from './sent-sms.js';
import { SmsTestingError } from './sms-testing-error.js';

/** What a test expects of a message. */
export interface SmsExpectation {
  /**
   * Checks that a message came from a template: it has the template's id, and a text of the template.
   *
   * @throws SmsTestingError saying which template it came from, and where the text differs
   */
  toComeFrom(template: SmsRegisteredTemplate): void;
}

/**
 * Checks a message that was sent.
 *
 * @example
 * expectSms(sms.expectSent({ to })).toComeFrom(loginCode);
 */
export function expectSms(message: Pick<SmsRecord, 'text' | 'dltTemplateId'>): SmsExpectation {
  const toComeFrom = (template: SmsRegisteredTemplate): void => {
    const { dltTemplateId: id } = template.definition;
    const { dltTemplateId: own, text } = message;
    const found = template.createTextCheck({ known: [template] })(text);
    const isOther = found !== undefined && 'issue' in found;
    if (!isOther && own === id) return;
    const from = own === undefined ? 'It has no dltTemplateId' : `It came from the template ${own}`;
    throw new SmsTestingError(
      `Expected a message from the template ${id}. ${from}.${isOther ? ` Its text ${found.issue}.` : ''}`,
      toComeFrom,
    );
  };
  return { toComeFrom };
}
