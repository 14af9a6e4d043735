import { Module } from '@nestjs/common';
import { SmsGatewayModule } from 'nestjs-sms-gateway';
import { Gateway } from '../gateway.js';
import { GatewayModule } from '../gateway.module.js';
import { SmsController } from './sms.controller.js';

@Module({
  imports: [
    SmsGatewayModule.forRootAsync({
      imports: [GatewayModule],
      inject: [Gateway],
      useFactory: (gateway: Gateway) => gateway.options(),
    }),
  ],
  controllers: [SmsController],
})
export class SmsModule {}
