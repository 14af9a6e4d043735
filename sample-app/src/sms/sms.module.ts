import { Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { SmsGatewayModule } from 'nestjs-sms-gateway';
import { SIMULATOR } from '../simulator/simulator.js';
import { SimulatorModule } from '../simulator/simulator.module.js';
import { smsGatewayOptions } from './sms-gateway.options.js';
import { SmsController } from './sms.controller.js';

@Module({
  imports: [
    SmsGatewayModule.forRootAsync({
      imports: [SimulatorModule],
      inject: [ConfigService, SIMULATOR],
      useFactory: smsGatewayOptions,
    }),
  ],
  controllers: [SmsController],
})
export class SmsModule {}
