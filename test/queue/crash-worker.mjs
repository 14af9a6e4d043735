// A worker of the kill test: sends what is queued until it is killed.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { crashApp } from './crash-app.mjs';

const { store, gateway, ...options } = JSON.parse(process.argv[2]);
const app = await NestFactory.createApplicationContext(
  crashApp({ connection: store, baseUrl: gateway, worker: true, ...options }),
  { logger: false },
);
app.enableShutdownHooks();
process.send?.('ready');
