import 'reflect-metadata';
import { ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { banner } from './banner.js';
import { Gateway } from './gateway.js';
import { setUp } from './set-up.js';
import type { Settings } from './settings.js';

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
setUp(app);
const port = app.get<ConfigService<Settings, true>>(ConfigService).get('PORT', { infer: true });
try {
  await app.listen(port);
  process.stdout.write(banner(port, app.get(Gateway)));
} catch (error) {
  await app.close();
  if (!isPortTaken(error)) throw error;
  process.stderr.write(`Port ${port} is taken. Set another one: PORT=3001 npm start\n`);
  process.exitCode = 1;
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
