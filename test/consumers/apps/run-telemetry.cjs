// Sends one message with traces and a health check, through the copy of the package that it is given.
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { TerminusModule } = require('@nestjs/terminus');
const { context, trace } = require('@opentelemetry/api');
const { AsyncLocalStorageContextManager } = require('@opentelemetry/context-async-hooks');
const {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} = require('@opentelemetry/sdk-trace-base');

exports.run = async ({ SmsGatewayModule, SmsService }, { instrumentSms }, terminus, simulator) => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  instrumentSms();
  const gateway = await simulator.GatewaySimulator.start({ userId: 'u', password: 'p' });
  const auth = { method: 'token', userId: 'u', password: 'p', timeZone: 'UTC' };
  class AppModule {}
  Module({
    imports: [TerminusModule, SmsGatewayModule.forRoot({ baseUrl: gateway.url, auth })],
    providers: [terminus.SmsHealthIndicator],
  })(AppModule);
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  await app.get(SmsService).send({ to: '919876543210', text: 'hello' });
  const health = await app.get(terminus.SmsHealthIndicator).isHealthy('sms');
  await app.close();
  await gateway.close();
  const spans = exporter.getFinishedSpans();
  const nameOf = (id) => spans.find((span) => span.spanContext().spanId === id)?.name;
  const children = spans.map(({ name, parentSpanContext }) => [
    name,
    nameOf(parentSpanContext?.spanId) ?? null,
  ]);
  console.log(JSON.stringify({ spans: children, health: health.sms.status }));
};
