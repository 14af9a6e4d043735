import { Test } from '@nestjs/testing';
import { memoryOtpStore, SmsOtp, SmsOtpModule } from '../../lib/extras/otp/index.js';
import {
  SmsTestingError,
  SmsTestingModule,
  SmsTestingService,
} from '../../lib/extras/testing/index.js';
import { afterThisTest } from '../support/clean-up.js';

const to = '+91 98765 43210';
const OTHER = '447400900123';

async function open() {
  const app = await Test.createTestingModule({
    imports: [
      SmsTestingModule.forRoot(),
      SmsOtpModule.forRoot({
        keys: ['ab'.repeat(32)],
        store: memoryOtpStore(),
        webOtp: 'shop.example',
        cooldown: 0,
      }),
    ],
  }).compile();
  afterThisTest(() => app.close());
  await app.init();
  return { otp: app.get(SmsOtp), sms: app.get(SmsTestingService) };
}

it('lastCode returns the code that SmsOtp sent last to a number, which SmsOtp verifies', async () => {
  const { otp, sms } = await open();
  const { id } = await otp.start({ to, purpose: 'login' });
  await otp.start({ to: OTHER, purpose: 'login' });
  const code = sms.lastCode(to);
  await otp.resend(id);
  expect(sms.lastCode('919876543210')).toBe(code);
  expect(await otp.verify({ id, code, purpose: 'login' })).toEqual({
    ok: true,
    to: '919876543210',
  });
});

it('lastCode returns the code of a send that may have arrived, but not of one that was not sent', async () => {
  const { otp, sms } = await open();
  sms.failNext('unknown');
  const { id, outcome } = await otp.start({ to, purpose: 'login' });
  expect(outcome).toBe('unknown');
  const code = sms.lastCode(to);
  expect(await otp.verify({ id, code, purpose: 'login' })).toMatchObject({ ok: true });
  sms.clear().failNext('not-sent');
  await expect(otp.start({ to, purpose: 'login' })).rejects.toMatchObject({ outcome: 'not-sent' });
  expect(() => sms.lastCode(to)).toThrow(SmsTestingError);
});

it('fails without a code, saying what was sent instead', async () => {
  const { sms } = await open();
  await sms.send({ to, text: 'Your parcel is here' });
  expect(() => sms.lastCode(to)).toThrow(/with a one-time password[^]*Your parcel is here/);
});
