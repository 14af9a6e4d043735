// Compiled, not run: the types that a strict app sees.
import { Injectable, Module } from '@nestjs/common';
import {
  InjectSms,
  SmsAuthProvider,
  type SmsCredentials,
  SmsGatewayModule,
  type SmsGatewayOptions,
  type SmsGatewayOptionsFactory,
  SmsGatewayError,
  type SmsReceipt,
  SmsService,
} from 'nestjs-sms-gateway';
import { memoryOtpStore, SmsOtp, SmsOtpModule } from 'nestjs-sms-gateway/otp';
import { bullQueueOf, createGuardStore, SmsQueue, SmsQueueModule } from 'nestjs-sms-gateway/queue';
import {
  OnSmsReport,
  type SmsReport,
  SmsReports,
  SmsReportsModule,
} from 'nestjs-sms-gateway/reports';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { defineTemplate } from 'nestjs-sms-gateway/templates';
import { SmsTestingModule, SmsTestingService } from 'nestjs-sms-gateway/testing';

export const notice = defineTemplate({
  text: 'Dear {#var#}, we are open.',
  values: ['name'],
  dltTemplateId: '1',
});

@Injectable()
export class OwnProvider extends SmsAuthProvider {
  override credentials(): Promise<SmsCredentials> {
    return Promise.resolve({ fields: { userid: 'u' } });
  }
}

export class Factory implements SmsGatewayOptionsFactory {
  createSmsGatewayOptions(): SmsGatewayOptions {
    return {
      baseUrl: 'https://sms.example.com',
      auth: { method: 'apiKey', userId: 'u', apiKey: 'k' },
    };
  }
}

@Injectable()
export class Codes {
  constructor(
    private readonly sms: SmsService,
    @InjectSms('marketing') private readonly marketing: SmsService,
  ) {}

  async send(to: string): Promise<SmsReceipt | undefined> {
    try {
      for await (const outcome of this.marketing.broadcast({ text: 'hi' }, [to])) {
        if (outcome.status === 'accepted') outcome.receipt.transactionId.trim();
        else outcome.error.outcome.trim();
      }
      await this.sms.send({ to, ...notice({ name: 'Ann' }) });
      return await this.sms.send({ to, text: 'hi' });
    } catch (error) {
      if (error instanceof SmsGatewayError && error.outcome === 'unknown') return undefined;
      throw error;
    }
  }
}

@Injectable()
export class Login {
  constructor(private readonly otp: SmsOtp) {}

  async check(id: string, code: string): Promise<string> {
    const result = await this.otp.verify({ id, code, purpose: 'login' });
    return result.ok ? result.to : `${result.reason}, ${result.checksLeft} left`;
  }
}

@Injectable()
export class Deliveries {
  constructor(readonly reports: SmsReports) {}

  @OnSmsReport({ account: 'default' })
  async keep({ transactionId, state, raw }: SmsReport): Promise<void> {
    if (transactionId === undefined || state === 'pending') return;
    const [other] = await this.reports.lookup(transactionId);
    other?.recipient.concat(String(raw['mobile']));
  }
}

@Module({
  imports: [
    SmsGatewayModule.forRoot({
      baseUrl: 'https://sms.example.com',
      auth: { method: 'token', userId: 'u', password: 'p' },
      templates: { known: [notice], unmatched: 'warn' },
    }),
    SmsGatewayModule.forRootAsync({ name: 'marketing', useClass: Factory }),
    SmsGatewayModule.forRoot({
      name: 'proxied',
      baseUrl: 'https://sms.example.com',
      auth: { method: 'apiKey', userId: 'u', apiKey: 'k' },
      dispatcher: ({ ProxyAgent }) => new ProxyAgent('http://127.0.0.1:3128'),
    }),
    SmsOtpModule.forRoot({
      keys: ['a1'.repeat(32)],
      store: memoryOtpStore(),
      message: ({ code }) => `Your code is ${code}`,
    }),
    SmsQueueModule.forRoot({ connection: 'redis://127.0.0.1' }),
    SmsReportsModule.forRoot({
      path: 'sms-reports/0123456789abcdef',
      states: { '000': 'delivered' },
    }),
    SmsGatewayModule.forRootAsync({
      name: 'own',
      authProvider: OwnProvider,
      useFactory: () => ({ baseUrl: 'https://sms.example.com' }),
    }),
  ],
  providers: [Codes, Deliveries, Login],
})
export class AppModule {}

/** As a dashboard takes it, with the type of the BullMQ that the app has. */
export const jobs = (queue: SmsQueue): Promise<{ readonly name: string }> => bullQueueOf(queue);

export const counts = createGuardStore('redis://127.0.0.1', { key: 'a1'.repeat(32) });

export const simulator: Promise<GatewaySimulator> = GatewaySimulator.start({ port: 0 });

export const inMemory = SmsTestingModule.forRoot();
export const sent: SmsTestingService['sent'] = new SmsTestingService().sent;
