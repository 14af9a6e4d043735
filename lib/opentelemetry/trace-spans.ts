import type { TracingChannel } from 'node:diagnostics_channel';
import {
  type Attributes,
  context,
  diag,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { SmsErrorCode } from '../errors/index.js';
import { RUN } from '../events/channels.js';

/** The name of the tracer, of the meter, and of the messaging system. */
export const NAME = 'nestjs-sms-gateway';

/** What a span is called, and what is known when it starts. */
export interface SpanStart {
  readonly name: string;
  readonly attributes: Attributes;
}

/**
 * Makes a span of everything that a tracing channel publishes.
 *
 * @param describe what is known at the start
 * @param complete the attributes that are known at the end
 * @param onEnd called with how long it took, in s
 * @returns a function that ends it; what has begun still gets its end
 */
export function traceSpans<Trace extends { readonly code?: SmsErrorCode }>(
  channel: TracingChannel<unknown, Trace>,
  describe: (traced: Trace) => SpanStart,
  complete: (traced: Trace) => Attributes,
  onEnd: (seconds: number, traced: Trace) => void = () => undefined,
): () => void {
  const tracer = trace.getTracer(NAME);
  const open = new Map<unknown, { readonly span: Span; readonly began: number }>();
  let isStopped = false;
  const begin = (traced: Trace): void => {
    if (isStopped) return;
    safely(() => {
      const { name, attributes } = describe(traced);
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
      open.set(traced, { span, began: performance.now() });
      const active = trace.setSpan(context.active(), span);
      const run = (work: () => unknown): unknown => context.with(active, work);
      Object.defineProperty(traced, RUN, { value: run });
    });
  };
  const end = (traced: Trace): void => {
    const begun = open.get(traced);
    if (!begun) return;
    const { span, began } = begun;
    open.delete(traced);
    safely(() => {
      span.setAttributes({ ...complete(traced), ...typeOf(traced.code) });
      if ('error' in traced) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    safely(() => onEnd((performance.now() - began) / 1000, traced));
    detach();
  };
  const detach = (): void => {
    if (isStopped && open.size === 0) channel.unsubscribe(subscribers);
  };
  const subscribers = {
    start: begin,
    end: ignore,
    asyncStart: ignore,
    asyncEnd: end,
    error: ignore,
  };
  channel.subscribe(subscribers);
  return () => {
    isStopped = true;
    detach();
  };
}

function ignore(): void {}

/**
 * Does what calls the app's SDK. What an exporter or a processor throws would end the process, so it is
 * given to OpenTelemetry's own log.
 */
export function safely(report: () => void): void {
  try {
    report();
  } catch (error) {
    try {
      diag.error(`${NAME} could not make a span or a metric.`, error);
    } catch {
      // That log is the app's as well.
    }
  }
}

/** The attribute for the code of an error, if there is one. */
export function typeOf(code: SmsErrorCode | undefined): Attributes {
  return code === undefined ? {} : { 'error.type': code };
}
