import { Logger } from '@nestjs/common';
import { GatewaySimulator, GatewaySimulatorError } from 'nestjs-sms-gateway/simulator';
import type { Settings } from '../settings.js';

/** The token of the `GatewaySimulator`, or of null if the app sends for real. */
export const SIMULATOR = Symbol('SIMULATOR');

/** The simulator's account. It is not secret, because only this machine can reach the simulator. */
export const DEMO_ACCOUNT = {
  userId: 'demo',
  password: 'demo-password',
  timeZone: 'Asia/Kolkata',
};

/** The defaults of messages to the simulator. The settings override them. */
export const DEMO_DEFAULTS = { senderId: 'SAMPLE', dltEntityId: '1201159100000000001' };

const PORT = 4010;

/** Starts the simulator on its usual port, or on a free one if that is in use. */
export async function startSimulator({ SMS_BASE_URL }: Settings): Promise<GatewaySimulator | null> {
  if (SMS_BASE_URL !== '') return null;
  try {
    return await GatewaySimulator.start({ ...DEMO_ACCOUNT, port: PORT });
  } catch (error) {
    if (!(error instanceof GatewaySimulatorError) || error.code !== 'listen') throw error;
    new Logger('Simulator').warn(`Port ${PORT} is in use. The simulator uses a free one.`);
    return GatewaySimulator.start(DEMO_ACCOUNT);
  }
}
