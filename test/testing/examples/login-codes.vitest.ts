import { Test, type TestingModule } from '@nestjs/testing';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppModule, LoginCodes, LoginModule } from './login-codes.js';

const to = '+44 7700 900123';

describe('LoginCodes', () => {
  let moduleRef: TestingModule;
  let sms: SmsTestingService;

  beforeEach(async () => {
    moduleRef = await Test.createTestingModule({
      imports: [SmsTestingModule.forRoot({ isGlobal: true }), LoginModule],
    }).compile();
    sms = moduleRef.get(SmsTestingService);
  });

  afterEach(() => moduleRef.close());

  it('accepts the code that was sent', async () => {
    const codes = moduleRef.get(LoginCodes);
    await codes.send(to);
    expect(codes.take(to, await sms.otp({ to }))).toBe(true);
  });

  it('reports that the code may have been sent', async () => {
    sms.failNext('unknown');
    await expect(moduleRef.get(LoginCodes).send(to)).rejects.toMatchObject({ outcome: 'unknown' });
  });
});

describe('the app, end to end', () => {
  it('logs in with the code that arrived', async () => {
    const gateway = await GatewaySimulator.start();
    vi.stubEnv('SMS_BASE_URL', gateway.url);
    vi.stubEnv('SMS_USER_ID', 'demo');
    vi.stubEnv('SMS_PASSWORD', 'demo-password');
    const moduleRef = await Test.createTestingModule({ imports: [AppModule] }).compile();
    const codes = moduleRef.get(LoginCodes, { strict: false });

    await codes.send(to);
    expect(codes.take(to, await gateway.otp({ to }))).toBe(true);

    await moduleRef.close();
    await gateway.close();
  });
});
