import { Logger } from '@nestjs/common';
import { GatewaySimulator, GatewaySimulatorError } from 'nestjs-sms-gateway/simulator';
import type { Settings } from './settings.js';

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

/** Starts the simulator on its usual port, or on a free one if that is in use. */
export async function startSimulator(settings: Settings): Promise<GatewaySimulator | null> {
  const { SMS_BASE_URL, SMS_INBOX_FILE, SMS_SIMULATOR_PORT: port } = settings;
  const { PORT, SMS_DELIVERY_DELAY: deliveryDelay, SMS_REPORT_PATH: path } = settings;
  if (SMS_BASE_URL !== '') return null;
  const options = {
    ...DEMO_ACCOUNT,
    deliveryDelay,
    ...(SMS_INBOX_FILE && { file: SMS_INBOX_FILE }),
    ...(path && { reportUrl: `http://127.0.0.1:${PORT}/${path}` }),
  };
  try {
    return await GatewaySimulator.start({ ...options, port });
  } catch (error) {
    if (!(error instanceof GatewaySimulatorError) || error.code !== 'listen') throw error;
    new Logger('Simulator').warn(`Port ${port} is in use. The simulator uses a free one.`);
    return GatewaySimulator.start(options);
  }
}
