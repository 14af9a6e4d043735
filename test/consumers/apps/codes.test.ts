// The same for Jest and Vitest.
import { Test } from '@nestjs/testing';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';
import { Codes } from './codes.js';

declare function it(name: string, test: () => Promise<void>): void;
declare function expect(value: unknown): { toEqual(other: unknown): void };

it('sends a code', async () => {
  const module = await Test.createTestingModule({
    imports: [SmsTestingModule.forRoot()],
    providers: [Codes],
  }).compile();
  expect(await module.get(Codes).send('+919876543210')).toEqual(['919876543210']);
  expect(module.get(SmsTestingService).sent.map(({ text }) => text)).toEqual([
    'Your code is 482913',
  ]);
  await module.close();
});
