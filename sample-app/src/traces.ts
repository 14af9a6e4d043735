import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  ConsoleSpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { instrumentSms } from 'nestjs-sms-gateway/opentelemetry';

/** Prints each span. A real app starts an SDK here that sends them somewhere. */
export function traceOnConsole(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const spanProcessors = [new SimpleSpanProcessor(new ConsoleSpanExporter())];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  instrumentSms();
}
