import { Logger } from '@nestjs/common';
import { GatewaySimulator, GatewaySimulatorError } from 'nestjs-sms-gateway/simulator';
import type { Settings } from '../settings.js';

/** The token of the `GatewaySimulator`; null is injected where the app sends for real. */
export const SIMULATOR = Symbol('SIMULATOR');

/** The simulator's one account. It guards nothing: only this machine reaches the simulator. */
export const DEMO_ACCOUNT = {
  userId: 'demo',
  password: 'demo-password',
  timeZone: 'Asia/Kolkata',
};

/** What messages to the simulator carry where the settings name nothing else. */
export const DEMO_DEFAULTS = { senderId: 'SAMPLE', dltEntityId: '1201159100000000001' };

const PORT = 4010;

/** Starts the simulator on its usual port, or on a free one where that is taken. */
export async function startSimulator({ SMS_BASE_URL }: Settings): Promise<GatewaySimulator | null> {
  if (SMS_BASE_URL !== '') return null;
  try {
    return await GatewaySimulator.start({ ...DEMO_ACCOUNT, port: PORT });
  } catch (error) {
    if (!(error instanceof GatewaySimulatorError) || error.code !== 'listen') throw error;
    new Logger('Simulator').warn(`Port ${PORT} is in use; the simulator takes a free one.`);
    return GatewaySimulator.start(DEMO_ACCOUNT);
  }
}
