import { expectSms, SmsTestingError, SmsTestingService } from '../../lib/testing/index.js';
import { errorOf, message } from '../support/account.js';
import { greeting, loginCode, TEXT } from './known.js';

const open = () => new SmsTestingService({ templates: { known: [greeting, loginCode] } });

function failureOf(work: () => unknown): SmsTestingError {
  try {
    work();
  } catch (error) {
    if (error instanceof SmsTestingError) return error;
    throw error;
  }
  throw new Error('It was as expected');
}

it('the testing kit records the id of the template, and finds messages by it', async () => {
  const sms = open();
  await sms.send(message(TEXT));
  expect(sms.expectSent({ dltTemplateId: '1107160000000000001' })).toMatchObject({
    dltTemplateId: '1107160000000000001',
    senderId: 'ACMEIN',
  });
  sms.expectNothingSent({ dltTemplateId: '1107160000000000002' });
  await errorOf(sms.send(message('Hello')));
  const { message: said } = failureOf(() => sms.expectSent({ text: 'Hello' }));
  expect(said).toContain('Invalid, so not sent:\n  text matches no registered template');
});

it('expectSms says which template a message came from', async () => {
  const sms = open();
  await sms.send(message(TEXT));
  const sent = sms.expectSent();
  expectSms(sent).toComeFrom(loginCode);
  expect(failureOf(() => expectSms(sent).toComeFrom(greeting)).message).toBe(
    'Expected a message from the template 1107160000000000002. It came from the template 1107160000000000001. Its text matches no registered template. The nearest is 1107160000000000002: at character 1: the template has "Dear", the text "Your".',
  );
  const plain = new SmsTestingService();
  await plain.send(message(TEXT));
  expect(failureOf(() => expectSms(plain.expectSent()).toComeFrom(loginCode)).message).toContain(
    'Expected a message from the template 1107160000000000001. It has no dltTemplateId.',
  );
});
