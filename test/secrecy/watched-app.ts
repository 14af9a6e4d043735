import { TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import {
  type SmsEvent,
  SmsGatewayModule,
  type SmsGatewayOptions,
  SmsService,
} from '../../lib/index.js';
import { instrumentSms } from '../../lib/extras/opentelemetry/index.js';
import { SmsHealthIndicator } from '../../lib/extras/terminus/index.js';
import { Telemetry } from '../opentelemetry/telemetry.js';
import { afterThisTest } from '../support/clean-up.js';
import { leaksOf } from '../support/leaks.js';

const telemetry = new Telemetry();
const stop = instrumentSms();

afterAll(async () => {
  stop();
  await telemetry.shutdown();
});

/** An app with all that can show something of its sends: the log of every level, events, OpenTelemetry, health. */
export async function watch(options: Partial<SmsGatewayOptions> & { baseUrl: string }) {
  const log: unknown[] = [];
  const keep = (...lines: unknown[]) => void log.push(...lines);
  const module = await Test.createTestingModule({
    imports: [
      TerminusModule,
      SmsGatewayModule.forRoot({
        retry: { attempts: 2, base: 1 },
        maxAnswerBytes: 100_000,
        drain: 0,
        ...options,
      }),
    ],
    providers: [SmsHealthIndicator],
  })
    .setLogger({ log: keep, warn: keep, error: keep, debug: keep, verbose: keep })
    .compile();
  await module.init();
  afterThisTest(() => module.close());
  const sms = module.get(SmsService);
  const events: SmsEvent[] = [];
  sms.events$.subscribe((event) => events.push(event));
  telemetry.clear();

  /** What it has shown so far, by place. */
  const shown = async () => ({
    log,
    events,
    spans: telemetry.spans.map(({ name, attributes, status, events: noted }) => [
      name,
      attributes,
      status,
      noted,
    ]),
    metrics: [await telemetry.points()],
    health: [await module.get(SmsHealthIndicator).isHealthy('sms', { cacheFor: 0 })],
  });

  return {
    sms,
    log,
    events,
    /** Where secrets have been shown, in these errors or anywhere else. No place may be empty. */
    async leaks(secrets: readonly string[], ...errors: unknown[]): Promise<string[]> {
      const places = Object.entries({ errors, ...(await shown()) });
      for (const [place, seen] of places) {
        if (place !== 'errors') expect([place, seen.length]).not.toEqual([place, 0]);
      }
      return places.flatMap(([place, seen]) =>
        seen.flatMap((each) => leaksOf(each, secrets)).map((leak) => `${place} ${leak}`),
      );
    },
  };
}
