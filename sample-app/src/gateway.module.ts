import { Module } from '@nestjs/common';
import { Gateway } from './gateway.js';

/** The gateway that the app sends to. */
@Module({ providers: [Gateway], exports: [Gateway] })
export class GatewayModule {}
