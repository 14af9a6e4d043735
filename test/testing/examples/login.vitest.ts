import { Test, type TestingModule } from '@nestjs/testing';
import { memoryOtpStore, SmsOtpModule } from 'nestjs-sms-gateway/otp';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginController } from './login.controller.js';

const to = '+91 98765 43210';

describe('LoginController', () => {
  let moduleRef: TestingModule;
  let login: LoginController;
  let sms: SmsTestingService;

  beforeEach(async () => {
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
    vi.useRealTimers();
    await moduleRef.close();
  });

  it('accepts the code that was sent', async () => {
    const { id } = await login.sendCode(to);
    await expect(login.logIn(id, sms.lastCode(to))).resolves.toBeUndefined();
  });

  it('accepts no code after five minutes', async () => {
    vi.useFakeTimers();
    const { id } = await login.sendCode(to);
    vi.advanceTimersByTime(5 * 60_000);
    const ended = { response: { reason: 'expired' } };
    await expect(login.logIn(id, sms.lastCode(to))).rejects.toMatchObject(ended);
  });
});
