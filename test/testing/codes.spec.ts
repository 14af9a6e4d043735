import { Test } from '@nestjs/testing';
import { memoryOtpStore, SmsOtp, SmsOtpModule } from '../../lib/extras/otp/index.js';
import {
  SmsTestingError,
  SmsTestingModule,
  SmsTestingService,
} from '../../lib/extras/testing/index.js';
import { afterThisTest } from '../support/clean-up.js';
import { FailoverAccount } from '../../lib/core/account/failover-account.js';
import { SmsAccount } from '../../lib/core/account/sms-account.js';
import { SmsService } from '../../lib/core/sms.service.js';

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

/** The names of the members that a class has by itself, or from a base class below SmsService. */
function ownMembers({ prototype }: { readonly prototype: SmsService }): ReadonlySet<string> {
  const names = new Set<string>();
  let from: object = prototype;
  while (from !== SmsService.prototype) {
    for (const name of Object.getOwnPropertyNames(from)) names.add(name);
    from = Object.getPrototypeOf(from);
  }
  return names;
}

// Those of SmsService only reject, or are empty, so that an app's own class compiles without them.
it.each([
  ['SmsAccount', SmsAccount],
  ['FailoverAccount', FailoverAccount],
  ['SmsTestingService', SmsTestingService],
])('%s has every member of SmsService itself', (_name, each) => {
  const members = Object.getOwnPropertyNames(SmsService.prototype);
  expect(members).toContain('balance');
  const own = ownMembers(each);
  expect(members.filter((name) => !own.has(name))).toEqual([]);
});
