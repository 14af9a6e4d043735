import { SmsTestingError, SmsTestingService } from '../../lib/extras/testing/index.js';
import { errorOf, message } from '../support/account.js';
import { greeting, loginCode, TEXT } from './known.js';

const open = () => new SmsTestingService({ templates: { known: [greeting, loginCode] } });

it('the testing kit records the id of the template, and finds messages by it', async () => {
  const sms = open();
  await sms.send(message(TEXT));
  expect(sms.expectSent({ dltTemplateId: '1107160000000000001' })).toMatchObject({
    dltTemplateId: '1107160000000000001',
    senderId: 'ACMEIN',
  });
  sms.expectNothingSent({ dltTemplateId: '1107160000000000002' });
  await errorOf(sms.send(message('Hello')));
  const failing = () => sms.expectSent({ text: 'Hello' });
  expect(failing).toThrow(SmsTestingError);
  expect(failing).toThrow('Invalid, so not sent:\n  text matches no registered template');
});
