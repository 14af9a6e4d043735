import { context, createNoopMeter, diag, metrics, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { BasicTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { diceOf } from './dice.js';
import { instrumentSms } from './parts.js';
import type { Program } from './program.js';

let keep: ((span: unknown) => void) | undefined;
/** Whether the next call of the app's SDK fails. */
let fails = (): boolean => false;

const nothing = (): Promise<void> => Promise.resolve();

function failAtTimes(): void {
  if (fails()) throw new Error('The SDK failed');
}

trace.setGlobalTracerProvider(
  new BasicTracerProvider({
    // The SDK's own ids would be drawn from the world's dice.
    idGenerator: { generateTraceId: () => '1'.repeat(32), generateSpanId: () => '1'.repeat(16) },
    spanProcessors: [
      {
        onStart: failAtTimes,
        onEnd: ({ name, attributes, events, links, status }: ReadableSpan) => {
          keep?.({ name, attributes, events, links, status });
          failAtTimes();
        },
        forceFlush: nothing,
        shutdown: nothing,
      },
    ],
  }),
);

context.setGlobalContextManager({
  active: () => ROOT_CONTEXT,
  with(_context, work, self, ...given) {
    failAtTimes();
    const result = work.apply(self, given);
    failAtTimes();
    return fails() ? work.apply(self, given) : result;
  },
  bind: (_context, target) => target,
  enable() {
    return this;
  },
  disable() {
    return this;
  },
});

const meter = createNoopMeter();
meter.createCounter = () => ({ add: failAtTimes });
meter.createHistogram = () => ({ record: failAtTimes });
meter.createGauge = () => ({ record: failAtTimes });
metrics.setGlobalMeterProvider({ getMeter: () => meter });

diag.setLogger({
  error: failAtTimes,
  warn: failAtTimes,
  info: failAtTimes,
  debug: failAtTimes,
  verbose: failAtTimes,
});

/**
 * Traces with OpenTelemetry as a program says, and collects what each span says when it ends.
 *
 * @returns what stops it
 */
export function collectSpans({ seed, shared }: Program, spans: unknown[]): () => void {
  if (shared.tracing === 'none') return () => undefined;
  keep = (span) => spans.push(span);
  const dice = diceOf(seed, 'sdk');
  const stop = instrumentSms();
  if (shared.tracing === 'fails') fails = () => dice() < 0.2;
  return () => {
    keep = undefined;
    fails = () => false;
    stop();
  };
}
