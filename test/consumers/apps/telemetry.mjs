// The package as ES modules.
import * as gateway from 'nestjs-sms-gateway';
import * as opentelemetry from 'nestjs-sms-gateway/opentelemetry';
import * as simulator from 'nestjs-sms-gateway/simulator';
import * as terminus from 'nestjs-sms-gateway/terminus';
import { run } from './run-telemetry.cjs';

await run(gateway, opentelemetry, terminus, simulator);
