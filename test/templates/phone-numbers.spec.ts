import type { SmsTemplateRules } from '../../lib/index.js';
import { templateOf } from './known.js';

/** Whether a variable takes a value, in a text and when a message is made of it. */
function takes(variable: string, value: string, rules: SmsTemplateRules = {}): boolean {
  const known = templateOf(`Dear ${variable} ok`);
  const found = known.createTextCheck({ known: [known], ...rules })(`Dear ${value} ok`);
  return found !== undefined && !('issue' in found);
}

const refusal = (template: string, text: string): string | undefined => {
  const known = templateOf(template);
  const found = known.createTextCheck({ known: [known] })(text);
  return found && 'issue' in found ? found.issue : undefined;
};

const GROUPS = [
  '98765-43210',
  '(080) 2345-6789',
  '080 23456789',
  '1800.123.4567',
  '0 98765 43210',
  '9198765 43210',
  '5012 345 678',
  '1234-5678-9012',
  '00 44 7911 123456',
  '९८७६५ ४३२१०',
  '98765\u00A043210',
  '98765\u201343210',
  '98765   43210',
  '98765 - - 43210',
  '9\uFE0F\u20E38765\uFE0F 4\u034F \u034F \u034F3210',
];
const MOBILE = [
  '9876543210',
  '6000000000',
  '919876543210',
  '91 9876543210',
  '९८७६५४३२१०',
  '९१९८७६५४३२१०',
  '98765\u200B\u200B\u200B43210',
  '98765\uFE0F43210',
  '98765\u034F43210',
  '98765\u3164\u{E0101}43210',
  'PIN 560001 9876543210',
  '9876543210 400123456789',
  '98765 43210 98765 43211',
  '9876543210.50',
];
const WITH_PLUS = [
  '+91 98765 43210',
  '+442079460000',
  '+1234567890',
  '+ 12 3456 7890',
  '12 +1234567890',
  '+12345678901234567890',
];

const REFERENCES = [
  // Of shipments, payments and orders, with ten digits and more.
  '1234567890',
  '5012345678',
  '0987654321',
  '09876543210',
  '12345678901',
  '98765432101',
  '929876543210',
  '9119876543210',
  '402611230001',
  '1107160000000000001',
  'AWB1234567890',
  'T2611231530123456789',
  '408-1234567-1234567',
  '4000 1234 5678 9010',
  '1234567890.50',
  '4012345678901 560001',
  '५०१२३४५६७८९',
];
const OTHERS = [
  '23-11-2026 10.30',
  '2026-11-23 10:30',
  '31.12.2026 1234567',
  'Rs 1,00,000.00',
  'A. B. Rahul',
  '123456789',
  '98765/43210',
];

describe('a variable accepts no phone number', () => {
  it.each(['{#var#}', '{#var#}{#numeric#}'])('that is written as one, in %s', (variable) => {
    for (const value of [...GROUPS, ...MOBILE, ...WITH_PLUS]) {
      expect([value, takes(variable, value)]).toEqual([value, false]);
    }
  });

  it('even if the text of the template has its first digits, a + or 91', () => {
    expect(refusal('Call 91{#var#} ok', 'Call 919876543210 ok')).toContain('no phone numbers');
    expect(refusal('Call +{#var#} ok', 'Call +4412345678901 ok')).toContain('no phone numbers');
    expect(refusal('Call 0{#var#} ok', 'Call 080 2345 6789 1 ok')).toContain('no phone numbers');
  });

  it('unless the option phoneNumbers allows it', () => {
    for (const value of [...GROUPS, ...MOBILE, ...WITH_PLUS]) {
      const taken = takes('{#var#}', value, { phoneNumbers: 'allow' });
      expect([value, taken]).toEqual([value, true]);
    }
    expect(takes('{#var#}', 'acme.com 9876543210', { phoneNumbers: 'allow' })).toBe(false);
    expect(takes('{#alphanumeric#}', '9876543210', { phoneNumbers: 'allow' })).toBe(true);
  });
});

describe('a variable accepts', () => {
  it('payment, shipment and order numbers', () => {
    for (const value of REFERENCES) {
      expect([value, takes('{#var#}', value)]).toEqual([value, true]);
    }
    for (const value of REFERENCES.filter((each) => /^[A-Z0-9]+$/.test(each))) {
      expect([value, takes('{#alphanumeric#}', value)]).toEqual([value, true]);
    }
  });

  it('dates, amounts, initials and up to nine digits', () => {
    for (const value of OTHERS) expect([value, takes('{#var#}', value)]).toEqual([value, true]);
  });
});
