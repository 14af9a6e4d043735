import { jest } from '@jest/globals';

it('an app does not start on a runtime whose undici has no dispatch', async () => {
  jest.unstable_mockModule('undici', () => ({ Agent: class {} }));
  const { createSmsService } = await import('../../lib/index.js');
  const { SmsGatewayModule } = await import('../../lib/index.js');
  const { Test } = await import('@nestjs/testing');
  const auth = { method: 'password', userId: 'acme', password: 'pass' } as const;
  const options = { baseUrl: 'https://sms.example.com', auth };
  const text = 'Run the app on Node.js';
  await expect(createSmsService(options)).rejects.toThrow(text);
  const app = Test.createTestingModule({ imports: [SmsGatewayModule.forRoot(options)] });
  await expect(app.compile()).rejects.toThrow(text);
});
