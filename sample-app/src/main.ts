import 'reflect-metadata';
import { ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { banner } from './banner.js';
import { setUp } from './set-up.js';
import type { AppConfigService } from './settings.js';
import { SIMULATOR } from './simulator/simulator.js';

const app = await NestFactory.create(AppModule, { logger: ['fatal', 'error', 'warn'] });
setUp(app);
const config: AppConfigService = app.get(ConfigService);
const { PORT, HOST } = config.get('settings', { infer: true });
try {
  await app.listen(PORT, HOST);
  process.stdout.write(banner(await app.getUrl(), app.get(SIMULATOR)));
} catch (error) {
  await app.close();
  if (!isPortTaken(error)) throw error;
  process.stderr.write(`Port ${PORT} is in use. Give another one: PORT=${PORT + 1} npm start\n`);
  process.exitCode = 1;
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
