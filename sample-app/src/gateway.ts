import { Injectable, Logger } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import type { SmsAuthOptions, SmsGatewayOptions } from 'nestjs-sms-gateway';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { Settings } from './settings.js';

const SIMULATOR_PORT = 4010;
const DEMO = { userId: 'demo', password: 'demo-password', timeZone: 'Asia/Kolkata' };

/** The gateway that the app sends to: the one of the settings, or a simulator beside the app. */
@Injectable()
export class Gateway {
  /** The simulator, where the settings name no gateway. */
  simulator: GatewaySimulator | undefined;

  constructor(private readonly config: ConfigService<Settings, true>) {}

  /** What `SmsGatewayModule` is told. Starts the simulator where it is needed. */
  async options(): Promise<SmsGatewayOptions> {
    const baseUrl = this.setting('SMS_BASE_URL');
    if (baseUrl) return { ...this.common(), baseUrl, auth: this.auth() };
    this.simulator = await startSimulator();
    return {
      ...this.common(),
      baseUrl: this.simulator.url,
      auth: { method: 'token', ...DEMO },
    };
  }

  /** Closes the simulator, where there is one. */
  async close(): Promise<void> {
    await this.simulator?.close();
  }

  private common(): Pick<SmsGatewayOptions, 'defaults' | 'defaultCountry'> {
    const dltEntityId = this.setting('SMS_DLT_ENTITY_ID');
    const defaultCountry = this.setting('SMS_DEFAULT_COUNTRY');
    return {
      defaults: {
        senderId: this.setting('SMS_SENDER_ID') ?? 'SAMPLE',
        ...(dltEntityId && { dltEntityId }),
      },
      ...(defaultCountry && { defaultCountry }),
    };
  }

  private auth(): SmsAuthOptions {
    const userId = this.config.getOrThrow('SMS_USER_ID', { infer: true }) ?? '';
    const method = this.config.getOrThrow('SMS_AUTH_METHOD', { infer: true });
    if (method === 'apiKey') return { method, userId, apiKey: this.setting('SMS_API_KEY') ?? '' };
    const password = this.setting('SMS_PASSWORD') ?? '';
    if (method === 'password') return { method, userId, password };
    const timeZone = this.setting('SMS_TIME_ZONE');
    return { method, userId, password, ...(timeZone && { timeZone }) };
  }

  private setting<K extends keyof Settings>(name: K): Settings[K] {
    return this.config.get(name, { infer: true });
  }
}

async function startSimulator(): Promise<GatewaySimulator> {
  try {
    return await GatewaySimulator.start({ ...DEMO, port: SIMULATOR_PORT });
  } catch {
    const simulator = await GatewaySimulator.start({ ...DEMO, port: 0 });
    new Logger('Simulator').warn(`Port ${SIMULATOR_PORT} is taken; using ${simulator.port}.`);
    return simulator;
  }
}
