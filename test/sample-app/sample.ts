import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import request, { type Test as Answer } from 'supertest';
import { AppModule } from '../../sample-app/src/app.module.js';
import { setUp } from '../../sample-app/src/set-up.js';
import { afterThisTest } from '../support/clean-up.js';
import { SILENT } from '../support/keep-log.js';

export const NUMBER = '919876543210';
export const ACCOUNT = { userId: 'acme', password: 'pass word', apiKey: 'key-1' };

/** Builds the sample app, as far as it has changed: `npm test` has done so. */
export async function buildSample(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build-sample-app.mjs']);
}

/** The settings for a gateway's account. */
export function accountOf(baseUrl: string): Record<string, string> {
  return { SMS_BASE_URL: baseUrl, SMS_USER_ID: ACCOUNT.userId, SMS_PASSWORD: ACCOUNT.password };
}

/** Starts a gateway for the test. */
export async function startGateway(): Promise<GatewaySimulator> {
  const gateway = await GatewaySimulator.start(ACCOUNT);
  afterThisTest(() => gateway.close());
  return gateway;
}

/** Starts the sample app with these settings and no others. It is closed after the test. */
export async function startSample(
  settings: Record<string, string> = {},
): Promise<INestApplication> {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('SMS_')) delete process.env[name];
  }
  Object.assign(process.env, settings);
  const module = await Test.createTestingModule({ imports: [AppModule.withParts()] })
    .setLogger(SILENT)
    .compile();
  const app = module.createNestApplication();
  afterThisTest(() => app.close());
  setUp(app);
  await app.init();
  return app;
}

/** Posts a body to the sample app's `/sms`. */
export function post(app: INestApplication, body: object): Answer {
  return request(app.getHttpServer()).post('/sms').send(body);
}
