import { Test } from '@nestjs/testing';
import { SmsConfigurationError, SmsGatewayModule } from '../../lib/index.js';

export const GOOD = {
  baseUrl: 'https://sms.example.com',
  auth: { method: 'password', userId: 'acme', password: 'pass' },
} as const;

/** The error that building a module with wrong options must end with. Nothing is called over the wire. */
export async function configurationErrorOf(options: unknown): Promise<SmsConfigurationError> {
  const error: unknown = await Test.createTestingModule({
    imports: [SmsGatewayModule.forRoot(options as never)],
  })
    .compile()
    .then(
      (module) => module.close().then(() => new Error('The options were taken')),
      (reason: unknown) => reason,
    );
  if (error instanceof SmsConfigurationError) return error;
  throw error;
}

/** Whether a module with these options is built. */
export async function isTaken(options: unknown): Promise<boolean> {
  const module = await Test.createTestingModule({
    imports: [SmsGatewayModule.forRoot(options as never)],
  }).compile();
  await module.close();
  return true;
}
