import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
  type ScopeMetrics,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import {
  instrumentSms,
  type SmsInstrumentationOptions,
} from '../../lib/extras/opentelemetry/index.js';
import { afterThisTest } from '../support/clean-up.js';

/** One point of a metric. */
export interface Point {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

const done = () => Promise.resolve();

const HOUR = 3_600_000;

/** The SDK of OpenTelemetry, registered as the global one, with its exports in memory. */
export class Telemetry {
  private readonly exported = new InMemorySpanExporter();
  private readonly counted = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  private readonly meters: MeterProvider;
  /** How many spans have begun. */
  begun = 0;
  /** Whether the processors of the app throw. */
  isBroken = false;

  constructor() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const fail = (): void => {
      if (this.isBroken) throw new Error('broken');
    };
    const begin = (): void => {
      this.begun += 1;
      fail();
    };
    const broken = { onStart: begin, onEnd: fail, forceFlush: done, shutdown: done };
    const spanProcessors = [new SimpleSpanProcessor(this.exported), broken];
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
    const reader = new PeriodicExportingMetricReader({
      exporter: this.counted,
      exportIntervalMillis: HOUR,
    });
    this.meters = new MeterProvider({ readers: [reader] });
    metrics.setGlobalMeterProvider(this.meters);
  }

  /** One that watches until the test ends. */
  static ofThisTest(options?: SmsInstrumentationOptions): Telemetry {
    const telemetry = new Telemetry();
    const stop = instrumentSms(options);
    afterThisTest(() => {
      stop();
      return telemetry.shutdown();
    });
    return telemetry;
  }

  /** The spans that have ended, in the order of their ends. */
  get spans(): ReadableSpan[] {
    return this.exported.getFinishedSpans();
  }

  clear(): void {
    this.exported.reset();
  }

  /** All metrics, by name. */
  async points(): Promise<Readonly<Record<string, readonly Point[]>>> {
    const all = await this.metrics();
    return Object.fromEntries(
      all.map(({ descriptor, dataPoints }) => [
        descriptor.name,
        dataPoints.map(({ attributes, value }) => ({ attributes, value })),
      ]),
    );
  }

  /** All metrics with their kinds and units. */
  async metrics(): Promise<readonly MetricData[]> {
    return (await this.collect()).flatMap(({ metrics: each }) => each);
  }

  /** The meters that made them. */
  async scopes(): Promise<readonly object[]> {
    return (await this.collect()).map(({ scope }) => scope);
  }

  private async collect(): Promise<readonly ScopeMetrics[]> {
    this.counted.reset();
    await this.meters.forceFlush();
    return this.counted.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
  }

  async shutdown(): Promise<void> {
    await this.meters.shutdown();
    for (const api of [context, trace, metrics]) api.disable();
  }
}
