import { Test, type TestingModule } from '@nestjs/testing';
import { memoryOtpStore, SmsOtpModule } from 'nestjs-sms-gateway/otp';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';
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

  afterEach(() => moduleRef.close());

  it('sends a code with high priority', async () => {
    await login.sendCode(to);
    const { priority } = sms.expectSent({ to, text: /^Your code is \d{6}\./ });
    expect(priority).toBe('high');
  });

  it('accepts the code that was sent, once', async () => {
    const { id } = await login.sendCode(to);
    const code = sms.lastCode(to);
    await login.logIn(id, code);
    await expect(login.logIn(id, code)).rejects.toMatchObject({ response: { reason: 'used' } });
  });

  it('refuses a wrong code, and counts it', async () => {
    const { id } = await login.sendCode(to);
    const wrong = sms.lastCode(to) === '000000' ? '111111' : '000000';
    const refused = { response: { reason: 'wrong', checksLeft: 4 } };
    await expect(login.logIn(id, wrong)).rejects.toMatchObject(refused);
  });

  it('passes on a rejection by the gateway', async () => {
    sms.failNext('rejected', { statusCode: '203', reason: 'Sender id is invalid' });
    await expect(login.sendCode(to)).rejects.toMatchObject({ code: 'rejected', statusCode: '203' });
    sms.expectNothingSent();
  });
});
