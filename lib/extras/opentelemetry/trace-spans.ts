import {
  type Attributes,
  context,
  diag,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { type SmsErrorCode, SmsGatewayError } from '../../core/errors/index.js';
import type { SendEnd, Work } from '../../core/events/hook.js';

/** The name of the tracer, of the meter, and of the messaging system. */
export const NAME = 'nestjs-sms-gateway';

/** How work ended: with the error, if it failed. */
interface SpanEnd extends Partial<Omit<SendEnd, 'outcome'>> {
  readonly outcome?: SendEnd['outcome'] | SmsGatewayError['outcome'];
  readonly code?: SmsErrorCode;
  readonly error?: unknown;
}

/** What a span is called, and what is known when it starts and when it ends. */
export interface Traced<T> {
  readonly name: string;
  readonly attributes: Attributes;
  readonly endOf: (value: T) => SpanEnd;
  /** The attributes that are known at the end. */
  readonly complete: (end: SpanEnd) => Attributes;
  /** Called at the end with how long it took, in s. */
  readonly measure?: (end: SpanEnd, seconds: number) => void;
}

/** Does work within a span: once, and with the same result, whatever the app's SDK does. */
export async function inSpan<T>(
  tracer: Tracer,
  { name, attributes, endOf, complete, measure }: Traced<T>,
  work: Work<T>,
): Promise<T> {
  const began = performance.now();
  let span: Span | undefined;
  let result: Promise<T> | undefined;
  const answered = (status: number): void =>
    safely(() => span?.setAttribute('http.response.status_code', status));
  const begin = (): Promise<T> => (result ??= work(answered));
  safely(() => {
    span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
    // A context manager may throw, before the work or after it, or call it twice or never.
    context.with(trace.setSpan(context.active(), span), begin);
  });
  const finish = (end: SpanEnd): void => {
    safely(() => {
      span?.setAttributes({ ...complete(end), ...typeOf(end.code) });
      if ('error' in end) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    });
    safely(() => measure?.(end, (performance.now() - began) / 1000));
  };
  try {
    const value = await begin();
    finish(value instanceof Error ? failed(value) : endOf(value));
    return value;
  } catch (error) {
    finish(failed(error));
    throw error;
  }
}

function failed(error: unknown): SpanEnd {
  if (!(error instanceof SmsGatewayError)) return { error };
  return { error, code: error.code, outcome: error.outcome };
}

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
