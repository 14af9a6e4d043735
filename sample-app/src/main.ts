import 'reflect-metadata';
import type { LogLevel } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { banner } from './banner.js';
import { setUp } from './set-up.js';
import type { AppConfigService } from './settings.js';
import { SIMULATOR } from './simulator.js';

const logger: LogLevel[] = ['fatal', 'error', 'warn'];

// AppModule has loaded .env.
if (process.env['SMS_TRACES'] === 'console') (await import('./traces.js')).traceOnConsole();
if (process.env['SMS_ROLE'] === 'worker') await work();
else await serve();

/** Sends what is queued. It takes no requests. */
async function work(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule.withParts(), { logger });
  app.enableShutdownHooks();
  process.stdout.write('nestjs-sms-gateway sample app: a worker. Ctrl-C ends it.\n');
}

async function serve(): Promise<void> {
  const app = await NestFactory.create(AppModule.withParts(), { logger });
  setUp(app);
  const config: AppConfigService = app.get(ConfigService);
  const settings = config.get('settings', { infer: true });
  const { PORT, HOST } = settings;
  try {
    await app.listen(PORT, HOST);
    process.stdout.write(banner(await app.getUrl(), app.get(SIMULATOR), settings));
  } catch (error) {
    await app.close();
    if (!isPortTaken(error)) throw error;
    process.stderr.write(
      `Port ${PORT} is in use. Set another one, for example PORT=${PORT + 1}.\n`,
    );
    process.exitCode = 1;
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
