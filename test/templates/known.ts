import { defineTemplate } from '../../lib/extras/templates/index.js';

export const loginCode = defineTemplate({
  text: 'Your code is {#numeric#}. It is valid for {#numeric#} minutes. - ACME',
  values: ['code', 'minutes'],
  dltTemplateId: '1107160000000000001',
  senderId: 'ACMEIN',
  dltEntityId: '1101550000000000001',
  category: 'service',
});

export const greeting = defineTemplate({
  text: 'Dear {#var#}, welcome to ACME!',
  values: ['name'],
  dltTemplateId: '1107160000000000002',
});

export const TEXT = 'Your code is 482913. It is valid for 5 minutes. - ACME';

/** The text of a template with only this text. */
export const templateOf = (text: string, id = '1') =>
  defineTemplate({
    text,
    values: Array.from(text.matchAll(/\{#/g), (_, index) => String(index + 1)),
    dltTemplateId: id,
  });
