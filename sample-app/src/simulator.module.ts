import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { settingsConfig } from './settings.js';
import { SIMULATOR, startSimulator } from './simulator.js';

/**
 * Starts the gateway simulator with the app, unless the settings name a gateway.
 *
 * Nest closes a module before the modules that it imports. A module that sends to the simulator
 * imports this one, so that the simulator outlives the sends that are still in progress.
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
