import { Controller, Get, Module } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { SmsHealthIndicator } from 'nestjs-sms-gateway/terminus';

/** Whether the app can log in to the gateway, at `GET /health`. It sends no message. */
@Controller('health')
class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly sms: SmsHealthIndicator,
  ) {}

  @Get()
  @HealthCheck()
  check() {
    return this.health.check([() => this.sms.isHealthy('sms')]);
  }
}

@Module({
  imports: [TerminusModule],
  controllers: [HealthController],
  providers: [SmsHealthIndicator],
})
export class HealthModule {}
