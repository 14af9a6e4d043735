import { SmsTestingService } from 'nestjs-sms-gateway/testing';
import { LoginCodes } from './login-codes.js';

it('sends one code', async () => {
  const sms = new SmsTestingService();
  await new LoginCodes(sms).send('+44 7700 900123');
  const { text } = sms.expectSent({ to: '+44 7700 900123' });
  expect(text).toMatch(/^Your code is \d{6}$/);
});
