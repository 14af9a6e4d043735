import { HttpService } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { SmsGatewayModule } from 'nestjs-sms-gateway';
import { RequestIdModule } from '../http/request-id.module.js';
import { SIMULATOR } from '../simulator/simulator.js';
import { SimulatorModule } from '../simulator/simulator.module.js';
import { smsGatewayOptions } from './sms-gateway.options.js';
import { SmsController } from './sms.controller.js';

@Module({
  imports: [
    SmsGatewayModule.forRootAsync({
      imports: [SimulatorModule, RequestIdModule],
      inject: [ConfigService, SIMULATOR, HttpService],
      useFactory: smsGatewayOptions,
    }),
  ],
  controllers: [SmsController],
})
export class SmsModule {}
