import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { settingsConfig } from '../settings.js';
import { SIMULATOR, startSimulator } from './simulator.js';

/**
 * Starts the gateway simulator beside the app, where the settings name no gateway.
 *
 * Nest ends modules before those that they import: whoever sends to the simulator imports this one,
 * so that sends still under way reach it.
 */
@Module({
  providers: [{ provide: SIMULATOR, inject: [settingsConfig.KEY], useFactory: startSimulator }],
  exports: [SIMULATOR],
})
export class SimulatorModule implements OnApplicationShutdown {
  constructor(@Inject(SIMULATOR) private readonly simulator: GatewaySimulator | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.simulator?.close();
  }
}
