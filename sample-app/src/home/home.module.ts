import { Controller, Get, Header, Inject, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { policyOf } from '../pages/page.js';
import { Settings, settingsConfig } from '../settings.js';
import { SIMULATOR } from '../simulator/simulator.js';
import { SimulatorModule } from '../simulator/simulator.module.js';
import { homePage, SCRIPT } from './home-page.js';

/** The first page, at `/`: a form that sends, and links to what runs. */
@ApiExcludeController()
@Controller()
class HomeController {
  constructor(
    @Inject(settingsConfig.KEY) private readonly settings: Settings,
    @Inject(SIMULATOR) private readonly simulator: GatewaySimulator | null,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', policyOf(SCRIPT))
  page(): string {
    const { SMS_BASE_URL, SMS_QUEUE_URL, SMS_ADMIN_PASSWORD } = this.settings;
    const hasQueue = SMS_QUEUE_URL !== '';
    return homePage({
      inbox: this.simulator?.origin,
      gateway: SMS_BASE_URL,
      hasQueue,
      hasAdmin: hasQueue && SMS_ADMIN_PASSWORD !== '',
    });
  }
}

@Module({ imports: [SimulatorModule], controllers: [HomeController] })
export class HomeModule {}
