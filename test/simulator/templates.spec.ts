import { createTemplateMatch } from '../../simulator/options/match-templates.js';
import type { GatewaySimulatorOptions } from '../../simulator/index.js';
import { defineTemplate } from '../../lib/extras/templates/index.js';
import { NUMBER, send, sendJson, start } from './client.js';
import { listen, settled } from './report-receiver.js';

const TEMPLATE = 'Your code is {#var#}. - ACME';

describe('with registered templates, a text', () => {
  it('that matches none is accepted, and its delivery fails later with the cause', async () => {
    const { url, forms } = await listen();
    const options: GatewaySimulatorOptions = { reportUrl: url, deliveryDelay: 0 };
    const gateway = await start({ ...options, templates: [TEMPLATE], reportFields: 'uuId' });
    const { transactionId } = await sendJson(gateway, { msg: 'Your cod is 1. - ACME' });
    await settled(() => expect(forms()).toHaveLength(1));
    expect(forms()).toMatchObject([
      { uuId: transactionId, Status: 'FAILED', Cause: 'Template mismatch' },
    ]);
    expect(gateway.messages).toMatchObject([
      {
        status: 'accepted',
        notes: ['The text matches no registered template: the operator drops it.'],
        deliveries: [{ status: 'failed', code: '600', cause: 'Template mismatch' }],
      },
    ]);
    expect(gateway.messages[0]?.timeline).toContainEqual({
      at: expect.any(String),
      event: 'failed',
      detail: `${NUMBER}, code 600, Template mismatch`,
    });
  });

  it('that matches one is delivered', async () => {
    const own = defineTemplate({ text: TEMPLATE, values: ['code'], dltTemplateId: '1' });
    const gateway = await start({ templates: ['Other', own], deliveryDelay: 0 });
    await send(gateway, { msg: 'Your code is 482913. - ACME' });
    await settled(() =>
      expect(gateway.messages).toMatchObject([
        { notes: [], deliveries: [{ status: 'delivered' }] },
      ]),
    );
  });

  it('that matches none fails for the reason of a fault where that is another', async () => {
    const gateway = await start({ templates: [TEMPLATE], deliveryDelay: 0 });
    gateway.faults.next('delivery-expired', { numbers: [NUMBER] });
    await send(gateway, { mobile: `${NUMBER},4915112345678`, msg: 'Hi' });
    await settled(() =>
      expect(gateway.messages[0]?.deliveries).toMatchObject([
        { status: 'expired', code: '002' },
        { status: 'failed', code: '600' },
      ]),
    );
  });
});

describe('a template', () => {
  it('takes the kinds of values that an account takes, and its own rules', () => {
    const matches = createTemplateMatch(['Code {#numeric#}', 'Dear {#var#}']);
    expect([matches('Code 12'), matches('Code x'), matches('Dear acme.com')]).toEqual([
      true,
      false,
      false,
    ]);
    const definition = { text: 'See {#url#}', values: ['link'], dltTemplateId: '1' };
    const link = defineTemplate(definition, { urls: ['acme.example/'] });
    expect(createTemplateMatch([link])('See acme.example/1')).toBe(true);
    expect(createTemplateMatch([definition.text])('See acme.example/1')).toBe(false);
  });
});
