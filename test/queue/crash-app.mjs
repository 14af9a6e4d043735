import { SmsGatewayModule } from 'nestjs-sms-gateway';
import { SmsQueueModule } from 'nestjs-sms-gateway/queue';
import { SmsReportsModule } from 'nestjs-sms-gateway/reports';

/** The module of an app of the kill test. It uses the built package, as several processes do. */
export function crashApp({ baseUrl, name, account, ...queue }) {
  return {
    module: class CrashApp {},
    imports: [
      SmsGatewayModule.forRoot({
        name,
        baseUrl,
        auth: { method: 'password', userId: 'u', password: 'p' },
        timeout: { attempt: 5000, total: 20_000 },
        ...account,
      }),
      SmsReportsModule.forRoot({ name }),
      SmsQueueModule.forRoot({
        name,
        encryptionKeys: ['cd'.repeat(32)],
        reports: true,
        ...queue,
      }),
    ],
  };
}
