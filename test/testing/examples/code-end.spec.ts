import { jest } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { memoryOtpStore, SmsOtpModule } from 'nestjs-sms-gateway/otp';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';
import { LoginController } from './login.controller.js';

const to = '+91 98765 43210';

describe('a code, by a clock of the test', () => {
  let moduleRef: TestingModule;
  let login: LoginController;
  let sms: SmsTestingService;

  beforeEach(async () => {
    jest.useFakeTimers();
    moduleRef = await Test.createTestingModule({
      imports: [
        SmsTestingModule.forRoot(),
        SmsOtpModule.forRoot({ keys: ['ab'.repeat(32)], store: memoryOtpStore() }),
      ],
      controllers: [LoginController],
    }).compile();
    login = moduleRef.get(LoginController);
    sms = moduleRef.get(SmsTestingService);
  });

  afterEach(async () => {
    await moduleRef.close();
    jest.useRealTimers();
  });

  it('ends after five minutes', async () => {
    const { id } = await login.sendCode(to);
    const code = sms.lastCode(to);
    jest.advanceTimersByTime(5 * 60_000);
    await expect(login.logIn(id, code)).rejects.toMatchObject({ response: { reason: 'expired' } });
    jest.advanceTimersByTime(10 * 60_000);
    const forgotten = { response: { reason: 'unknown-id' } };
    await expect(login.logIn(id, code)).rejects.toMatchObject(forgotten);
  });

  it('is sent again after half a minute, and is the same', async () => {
    const { id } = await login.sendCode(to);
    const code = sms.lastCode(to);
    await expect(login.resend(id)).rejects.toMatchObject({ limit: 'cooldown', retryAfter: 30_000 });
    jest.advanceTimersByTime(30_000);
    await login.resend(id);
    expect(sms.lastCode(to)).toBe(code);
  });
});
