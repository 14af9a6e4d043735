import { SmsConfigurationError } from '../../lib/index.js';
import { defineTemplate, readTemplates } from '../../lib/extras/templates/index.js';
import { SmsTestingService } from '../../lib/extras/testing/index.js';

const order = defineTemplate({
  text: 'Order {#var#} of {#VAR#} for {#alphanumeric#}. - ACME',
  values: ['number', 'day', 'name'],
  kinds: { number: 'numeric' },
  dltTemplateId: '11',
});

describe('the kinds of a template', () => {
  it('are those of its values, and the text stays as it was registered', () => {
    expect(order({ number: '12', day: 'Monday!', name: 'Ann' }).text).toBe(
      'Order 12 of Monday! for Ann. - ACME',
    );
    expect(() => order({ number: '12a', day: 'Monday', name: 'Ann' })).toThrow(
      'values.number: at character 3: the template has "{#numeric#}"',
    );
    expect(order.definition.text).toContain('{#var#}');
  });

  it('count in the option templates', async () => {
    const sms = new SmsTestingService({ templates: { known: [order] } });
    const send = (text: string) => sms.send({ to: '+91 98765 43210', text });
    await send('Order 12 of Monday! for Ann. - ACME');
    await expect(send('Order 12a of Monday for Ann. - ACME')).rejects.toThrow('nearest is 11');
  });

  it('have the rules of their kind', () => {
    const text = 'Follow {#var#} or {#var#}';
    const rules = { urls: ['https://acme.example/'], maxValueLength: { numeric: 3 } };
    const kinds = { 1: 'url', 2: 'numeric' } as const;
    const track = defineTemplate({ text, values: ['1', '2'], kinds, dltTemplateId: '11' }, rules);
    expect(track({ 1: 'https://acme.example/x', 2: '123' }).text).toContain('/x or 123');
    expect(() => track({ 1: 'https://acme.example/x', 2: '1234' })).toThrow('at most 3 characters');
    expect(() => track({ 1: 'https://other.example/x', 2: '1' })).toThrow('{#url#}');
  });

  it('can be added to a template from a file, whose values have numbers', async () => {
    const csv = 'Template ID,Template Content\n7,Code {#var#} of {#var#}\n';
    const { templates } = await readTemplates(csv);
    const [{ definition } = { definition: { text: '', dltTemplateId: '' } }] = templates;
    const typed = defineTemplate({ ...definition, kinds: { 2: 'numeric' } });
    const sms = new SmsTestingService({ templates: { known: [typed] } });
    const send = (text: string) => sms.send({ to: '+91 98765 43210', text });
    await send('Code x of 2');
    await expect(send('Code 1 of x')).rejects.toThrow('nearest is 7');
  });

  it('do not compile for another name or kind, and throw if types were not checked', () => {
    const text = 'Code {#var#} of {#numeric#}';
    const base = { text, values: ['code', 'day'], dltTemplateId: '11' } as const;
    const KINDS = 'one of these kinds: numeric, number, alphanumeric, url, urlott, cbn, email.';
    // @ts-expect-error cod is no value
    const wrongName = () => defineTemplate({ ...base, kinds: { cod: 'numeric' } });
    expect(wrongName).toThrow(SmsConfigurationError);
    expect(wrongName).toThrow(
      `The template '11' cannot be used: it has kinds.cod, which does not give a {#var#} ${KINDS}`,
    );
    // @ts-expect-error amount is no kind
    expect(() => defineTemplate({ ...base, kinds: { code: 'amount' } })).toThrow('has kinds.code,');
    // @ts-expect-error var is no kind
    expect(() => defineTemplate({ ...base, kinds: { code: 'var' } })).toThrow('has kinds.code,');
    // The text says it already.
    expect(() => defineTemplate({ ...base, kinds: { day: 'url' } })).toThrow('has kinds.day,');
    expect(() => defineTemplate({ text, dltTemplateId: '11', kinds: { 3: 'numeric' } })).toThrow(
      'has kinds.3,',
    );
    expect(
      defineTemplate({ ...base, kinds: { code: undefined } })({ code: '!', day: '1' }).text,
    ).toBe('Code ! of 1');
  });
});
