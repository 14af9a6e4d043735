import { SpanKind } from '@opentelemetry/api';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { DataPointType } from '@opentelemetry/sdk-metrics';
import { readFileSync } from 'node:fs';
import { instrumentSms } from '../../lib/extras/opentelemetry/index.js';
import { message, NUMBER, openAccount, TOKEN_AUTH } from '../support/account.js';
import { acceptance, ScriptedGateway } from '../support/scripted-gateway.js';
import { Telemetry } from './telemetry.js';

// The messaging conventions 1.45.0:
// https://github.com/open-telemetry/semantic-conventions/blob/v1.45.0/docs/messaging/messaging-metrics.md
const METRICS = {
  'messaging.client.sent.messages': { kind: DataPointType.SUM, unit: '{message}' },
  'messaging.client.operation.duration': { kind: DataPointType.HISTOGRAM, unit: 's' },
};
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const SCHEMA = 'https://opentelemetry.io/schemas/1.45.0';
/** The default of `timeout.total`, in s. */
const TOTAL = 60;

const NAMES = new Set<unknown>(Object.values(conventions));

let telemetry: Telemetry;
let stop: () => void;

beforeAll(async () => {
  telemetry = new Telemetry();
  stop = instrumentSms();
  const { url } = await ScriptedGateway.listen({
    send: (_request, count) => (count === 1 ? { status: 429 } : acceptance()),
  });
  const retry = { attempts: 2, base: 1 };
  const guard = { maxSegments: 1 };
  const reach = { only: [NUMBER] };
  const { sms } = await openAccount({ baseUrl: url, auth: TOKEN_AUTH, retry, guard, reach });
  await sms.send(message());
  await sms.send({ to: '919876543211', text: 'held' });
  await sms.send(message('a'.repeat(161))).catch(() => undefined);
});

afterAll(async () => {
  stop();
  await telemetry.shutdown();
});

const own = (name: string): boolean => name.startsWith('sms.');

it('names spans, metrics and attributes as the conventions do, and starts its own names with sms', async () => {
  const names = [
    ...telemetry.spans.flatMap(({ attributes }) => Object.keys(attributes)),
    ...Object.entries(await telemetry.points()).flatMap(([name, points]) => [
      name,
      ...points.flatMap(({ attributes }) => Object.keys(attributes)),
    ]),
  ];
  expect(names.filter((name) => !own(name) && !NAMES.has(name))).toEqual([]);
  expect(names).toContain(conventions.ATTR_MESSAGING_SYSTEM_NAME);
});

it('has the attributes of the conventions on a failed request', () => {
  const failed = telemetry.spans.find(({ name }) => name === 'attempt default');
  expect(failed?.kind).toBe(SpanKind.CLIENT);
  expect(failed?.attributes).toMatchObject({
    [conventions.ATTR_MESSAGING_SYSTEM_NAME]: 'nestjs-sms-gateway',
    [conventions.ATTR_MESSAGING_OPERATION_NAME]: 'attempt',
    [conventions.ATTR_MESSAGING_OPERATION_TYPE]: 'send',
    [conventions.ATTR_SERVER_ADDRESS]: expect.any(String),
    [conventions.ATTR_SERVER_PORT]: expect.any(Number),
    [conventions.ATTR_ERROR_TYPE]: 'throttled',
    [conventions.ATTR_HTTP_RESPONSE_STATUS_CODE]: 429,
  });
});

it('counts single messages as no batch', () => {
  const counts = telemetry.spans.map(
    ({ attributes }) => attributes[conventions.ATTR_MESSAGING_BATCH_MESSAGE_COUNT],
  );
  expect(counts).toEqual(counts.map(() => undefined));
});

it('has the kinds, units and buckets of the conventions, and buckets up to the total deadline', async () => {
  const metrics = await telemetry.metrics();
  const found = Object.fromEntries(
    metrics
      .filter(({ descriptor }) => !own(descriptor.name))
      .map(({ descriptor: { name, unit }, dataPointType: kind }) => [name, { kind, unit }]),
  );
  expect(found).toEqual(METRICS);
  const points = metrics.flatMap((metric) =>
    metric.dataPointType === DataPointType.HISTOGRAM ? metric.dataPoints : [],
  );
  const boundaries = points[0]?.value.buckets.boundaries ?? [];
  expect(boundaries).toEqual(expect.arrayContaining([...BUCKETS, TOTAL]));
  expect(boundaries.filter((each) => each <= 10)).toEqual(BUCKETS);
});

it('counts as sent no message that the app itself kept back', async () => {
  const points = (await telemetry.points())[conventions.METRIC_MESSAGING_CLIENT_SENT_MESSAGES];
  expect(points?.map(({ value, attributes }) => [value, attributes['sms.outcome']])).toEqual([
    [1, 'accepted'],
  ]);
});

it('tells its version, which is that of the package, and the schema', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const scope = { name: 'nestjs-sms-gateway', version, schemaUrl: SCHEMA };
  expect(telemetry.spans[0]?.instrumentationScope).toMatchObject(scope);
  expect(await telemetry.scopes()).toMatchObject([scope]);
});
