import { Controller, Get, Header, Inject, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { optionalParts } from '../optional-parts.js';
import { Settings, settingsConfig } from '../settings.js';
import { SIMULATOR } from '../simulator.js';
import { SimulatorModule } from '../simulator.module.js';
import { homePage, SCRIPT } from './home-page.js';
import { policyOf } from './page.js';

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
    return homePage({
      inbox: this.simulator?.origin,
      gateway: this.settings.SMS_BASE_URL,
      parts: optionalParts(),
    });
  }
}

@Module({ imports: [SimulatorModule], controllers: [HomeController] })
export class HomeModule {}
