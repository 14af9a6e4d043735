// Asks the form of docs/limits.md for codes: one for a country that is not allowed, then more than one
// number gets. Outside of Jest, which cannot load @nestjs/throttler with Nest 12 on Node.js 20 and 22.
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { memoryOtpStore, SmsOtpModule } from 'nestjs-sms-gateway/otp';

Logger.overrideLogger(false);
const [snippet = ''] = process.argv.slice(2);
const { LoginModule } = await import(snippet);
// What docs/one-time-passwords.md registers.
const codes = SmsOtpModule.forRoot({
  keys: ['ab'.repeat(32)],
  store: memoryOtpStore(),
  isGlobal: true,
});
const app = await NestFactory.create(
  { module: class {}, imports: [codes, LoginModule] },
  { logger: false },
);
await app.listen(0, '127.0.0.1');
const answers: number[] = [];
for (const to of ['+44 7400 123456', ...Array.from({ length: 5 }, () => '+91 98765 43210')]) {
  const { status } = await fetch(`${await app.getUrl()}/login/code`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ to }),
  });
  answers.push(status);
}
await app.close();
process.stdout.write(JSON.stringify(answers));
