import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { APP_FILTER } from '@nestjs/core';
import { SmsExceptionFilter } from 'nestjs-sms-gateway';
import { Gateway } from './gateway.js';
import { GatewayModule } from './gateway.module.js';
import { checkSettings } from './settings.js';
import { SmsModule } from './sms/sms.module.js';

@Module({
  imports: [
    ConfigModule.forRoot({
      isGlobal: true,
      envFilePath: 'sample-app/.env',
      validate: checkSettings,
    }),
    GatewayModule,
    SmsModule,
  ],
  providers: [{ provide: APP_FILTER, useClass: SmsExceptionFilter }],
})
export class AppModule implements OnApplicationShutdown {
  constructor(private readonly gateway: Gateway) {}

  // Nest ends the root module last: the sends under way have reached the simulator by then.
  async onApplicationShutdown(): Promise<void> {
    await this.gateway.close();
  }
}
