import { Test, type TestingModule } from '@nestjs/testing';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';
import { LoginCodes, LoginModule } from './login-codes.js';

const to = '+44 7700 900123';

describe('LoginCodes', () => {
  let moduleRef: TestingModule;
  let codes: LoginCodes;
  let sms: SmsTestingService;

  beforeEach(async () => {
    moduleRef = await Test.createTestingModule({
      imports: [SmsTestingModule.forRoot({ isGlobal: true }), LoginModule],
    }).compile();
    codes = moduleRef.get(LoginCodes);
    sms = moduleRef.get(SmsTestingService);
  });

  afterEach(() => moduleRef.close());

  it('sends a six-digit code with high priority', async () => {
    await codes.send(to);
    const { priority, segments } = sms.expectSent({ to, text: /^Your code is \d{6}$/ });
    expect(priority).toBe('high');
    expect(segments.count).toBe(1);
  });

  it('accepts the code that was sent, once', async () => {
    await codes.send(to);
    const code = await sms.otp({ to });
    expect(codes.take(to, code)).toBe(true);
    expect(codes.take(to, code)).toBe(false);
  });

  it('accepts only the latest code', async () => {
    await codes.send(to);
    const first = sms.expectSent({ to });
    await codes.send(to);
    const second = await sms.otp({ to, after: first.id });
    expect(codes.take(to, second)).toBe(true);
  });

  it('passes on a rejection by the gateway', async () => {
    sms.failNext('rejected', { statusCode: '203', reason: 'Sender id is invalid' });
    await expect(codes.send(to)).rejects.toMatchObject({ code: 'rejected', statusCode: '203' });
    sms.expectNothingSent();
  });
});
