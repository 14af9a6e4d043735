import { diag, DiagLogLevel, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { setImmediate } from 'node:timers/promises';
import { instrumented } from '../../lib/core/events/hook.js';
import { instrumentSms } from '../../lib/extras/opentelemetry/index.js';
import { Latch } from '../support/eventually.js';
import { openOtp } from '../otp/open-otp.js';
import {
  errorOf,
  message,
  NUMBER,
  openAccount,
  PASSWORD_AUTH,
  TOKEN_AUTH,
} from '../support/account.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';
import { type Point, Telemetry } from './telemetry.js';

const ignore = () => undefined;
const QUIET = { warn: ignore, info: ignore, debug: ignore, verbose: ignore };

let telemetry: Telemetry;
let stop: () => void;

beforeAll(() => {
  telemetry = new Telemetry();
  stop = instrumentSms();
});
beforeEach(() => telemetry.clear());
afterAll(async () => {
  stop();
  await telemetry.shutdown();
});

const COMMON = {
  'messaging.system.name': 'nestjs-sms-gateway',
  'messaging.destination.name': 'default',
};

const named = (name: string): ReadableSpan => {
  const span = telemetry.spans.find((each) => each.name === name);
  if (!span) throw new Error(`There is no span ${name}`);
  return span;
};
const idOf = (span: ReadableSpan): string => span.spanContext().spanId;

/** How each span ended. */
const ends = () =>
  telemetry.spans.map(({ name, attributes }) => [
    name,
    attributes['sms.outcome'],
    attributes['error.type'],
  ]);

describe('instrumentSms', () => {
  it('makes a CLIENT span of a send, with the login and the attempts as its children', async () => {
    const { url } = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: url, auth: TOKEN_AUTH });
    const parent = trace.getTracer('app').startSpan('request');
    await trace.getTracer('app').startActiveSpan('handler', async (handler) => {
      await sms.send({ to: [NUMBER, '919876543211'], text: 'hello' });
      handler.end();
    });
    parent.end();
    const [send, login, attempt] = ['send', 'login', 'attempt'].map((each) =>
      named(`${each} default`),
    );
    expect(send!.kind).toBe(SpanKind.CLIENT);
    expect(send!.parentSpanContext?.spanId).toBe(idOf(named('handler')));
    expect(login!.parentSpanContext?.spanId).toBe(idOf(send!));
    expect(attempt!.parentSpanContext?.spanId).toBe(idOf(send!));
    expect(send!.attributes).toEqual({
      ...COMMON,
      ...serverOf(url),
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.batch.message_count': 2,
      'messaging.message.id': '1234567890123456789',
      'sms.segments': 1,
      'sms.priority': 'normal',
      'sms.outcome': 'accepted',
      'sms.recipients.accepted': 2,
      'sms.recipients.rejected': 0,
    });
    expect(attempt!.attributes).toEqual({
      ...COMMON,
      ...serverOf(url),
      'messaging.operation.name': 'attempt',
      'messaging.operation.type': 'send',
      'messaging.batch.message_count': 2,
      'http.response.status_code': 200,
      'sms.attempt': 1,
      'sms.outcome': 'accepted',
    });
    expect(login!.attributes).toEqual({
      ...COMMON,
      ...serverOf(url),
      'messaging.operation.name': 'login',
      'http.response.status_code': 200,
    });
    expect(send!.status.code).toBe(SpanStatusCode.UNSET);
  });

  it('marks what failed, with the code of the error, and counts the attempts', async () => {
    const answers = [{ status: 429 }, { body: 'huh' }];
    const { url } = await ScriptedGateway.listen({
      send: (_request, count) => answers[count - 1] ?? rejection(),
    });
    const retry = { attempts: 2, base: 1 };
    const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH, retry });
    await sms.send(message()).catch(() => undefined);
    const failed = telemetry.spans.map(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed).toEqual([true, true, true]);
    expect(ends()).toEqual([
      ['attempt default', 'not-sent', 'throttled'],
      ['attempt default', 'unknown', 'answer-unclear'],
      ['send default', 'unknown', 'answer-unclear'],
    ]);
  });

  it('shows what the app itself refused or kept back as sends without an attempt', async () => {
    const { url } = await ScriptedGateway.listen();
    const { sms } = await openAccount({
      baseUrl: url,
      auth: PASSWORD_AUTH,
      reach: { only: [NUMBER] },
      guard: { maxSegments: 1 },
    });
    await sms.send({ to: [NUMBER, '919876543211'], text: 'hello' });
    await sms.send({ to: '919876543211', text: 'hello' });
    await sms.send(message('a'.repeat(161))).catch(() => undefined);
    await setImmediate();
    expect(ends()).toEqual([
      ['attempt default', 'accepted', undefined],
      ['send default', 'accepted', undefined],
      ['send default', 'held', undefined],
      ['send default', 'held', undefined],
      ['send default', 'not-sent', 'segments'],
    ]);
  });

  it('numbers the attempts of a send, of which one with new credentials uses up none of retry.attempts', async () => {
    const answers = [{ status: 401 }, { status: 429 }, acceptance()];
    const { url } = await ScriptedGateway.listen({
      send: (_request, count) => answers[count - 1]!,
    });
    const retry = { attempts: 2, base: 1 };
    const { sms } = await openAccount({ baseUrl: url, auth: TOKEN_AUTH, retry });
    const retries: unknown[] = [];
    sms.events$.subscribe((event) => event.type === 'retry' && retries.push(event));
    await sms.send(message());
    const attempts = telemetry.spans.filter(({ name }) => name === 'attempt default');
    expect(attempts.map(({ attributes }) => attributes['sms.attempt'])).toEqual([1, 2, 3]);
    expect(retries).toMatchObject([
      { attempt: 2, pause: 0, code: 'credentials-refused' },
      { attempt: 3, code: 'throttled' },
    ]);
  });

  it('is shared by all copies of the package', () => {
    const key = Symbol.for('nestjs-sms-gateway:hook');
    expect(Reflect.get(globalThis, key)).toBe(instrumented);
    expect(instrumented.hook).toBeDefined();
  });

  it('measures sends, segments, retries, logins and waits', async () => {
    const { url } = await ScriptedGateway.listen({
      send: (_request, count) => (count === 1 ? { status: 429 } : acceptance()),
    });
    const { sms } = await openAccount({
      baseUrl: url,
      auth: TOKEN_AUTH,
      name: 'default',
      maxConcurrency: 1,
      retry: { attempts: 2, base: 1 },
    });
    const before = await telemetry.points();
    const long = { to: [NUMBER, '919876543211'], text: 'a'.repeat(161) };
    await Promise.all([sms.send(long), sms.send(message())]);
    const after = await telemetry.points();
    const increase = (name: string, attributes: object): number =>
      valueOf(after[name], attributes) - valueOf(before[name], attributes);
    const accepted = { ...COMMON, ...serverOf(url), 'sms.outcome': 'accepted' };
    expect(increase('messaging.client.sent.messages', accepted)).toBe(3);
    expect(increase('messaging.client.operation.duration', accepted)).toBe(2);
    expect(increase('sms.segments', COMMON)).toBe(5);
    expect(increase('sms.retries', { ...COMMON, 'error.type': 'throttled' })).toBe(1);
    expect(increase('sms.logins', COMMON)).toBe(1);
    expect(increase('sms.wait.duration', COMMON)).toBeGreaterThan(0);
  });

  it('counts a message that never got to the gateway, once for each number, with its code', async () => {
    const { sms } = await openAccount({ baseUrl: 'http://127.0.0.1:9', name: 'default' });
    const to = [NUMBER, '919876543211'];
    await errorOf(sms.send({ to, text: 'x' }, { signal: AbortSignal.abort() }));
    const failed = {
      ...COMMON,
      ...serverOf('http://127.0.0.1:9'),
      'sms.outcome': 'not-sent',
      'error.type': 'aborted',
    };
    const points = await telemetry.points();
    expect(valueOf(points['messaging.client.sent.messages'], failed)).toBe(2);
  });

  it('counts one-time passwords by result, so that started can be compared with verified', async () => {
    const { otp, lastCode } = await openOtp({ cooldown: 0 });
    const { id } = await otp.start({ to: NUMBER, purpose: 'login' });
    await otp.resend(id);
    const answer = { id, code: lastCode(), purpose: 'login' };
    await otp.verify({ ...answer, purpose: 'other' });
    await otp.verify(answer);
    await otp.verify(answer);
    const points = await telemetry.points();
    const results = ['started', 'resent', 'wrong', 'verified', 'used'].map((result) =>
      valueOf(points['sms.otp'], { ...COMMON, 'sms.otp.result': result }),
    );
    expect(results).toEqual([1, 1, 1, 1, 1]);
  });

  it('shows the balance that was read last, of each account, in attempts without a span above them', async () => {
    const answers = ['5', '2.5', 'unreadable'].map((smsBalance) => ({
      body: { status: 'success', smsBalance },
    }));
    const { url } = await ScriptedGateway.listen({
      send: (_request, count) => answers[count - 1] ?? {},
    });
    const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH, name: 'shop' });
    await sms.balance();
    await sms.balance();
    await sms.balance().catch(ignore);
    const about = { ...COMMON, 'messaging.destination.name': 'shop' };
    expect((await telemetry.points())['sms.balance']).toEqual([
      { attributes: { ...about, 'messaging.operation.name': 'balance' }, value: 2.5 },
    ]);
    expect(telemetry.spans.map(({ name }) => name)).toEqual(answers.map(() => 'attempt shop'));
    expect(telemetry.spans[0]?.parentSpanContext).toBeUndefined();
  });

  it.each(['its start', 'its end'])(
    'leaves a send and the process as they are if a processor of the app throws at %s, and says so to the log of OpenTelemetry',
    async (when) => {
      const answer = () => {
        telemetry.isBroken = true;
        return acceptance();
      };
      const { url } = await ScriptedGateway.listen({ send: answer });
      const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH });
      const errors: unknown[] = [];
      diag.setLogger(
        { ...QUIET, error: (...given) => errors.push(given) },
        { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
      );
      telemetry.isBroken = when === 'its start';
      try {
        await sms.send(message());
        await setImmediate();
      } finally {
        telemetry.isBroken = false;
        diag.disable();
      }
      expect(errors.length).toBeGreaterThan(0);
    },
  );

  it('watches once however often it is called, and ends with what has begun', async () => {
    const arrived = new Latch();
    const answer = new Latch();
    const { url } = await ScriptedGateway.listen({
      send: async () => {
        arrived.open();
        await answer.opened;
        return acceptance();
      },
    });
    const { sms } = await openAccount({ baseUrl: url, auth: PASSWORD_AUTH });
    instrumentSms();
    const sending = sms.send(message());
    await arrived.opened;
    stop();
    answer.open();
    await sending;
    expect(telemetry.spans.map(({ name }) => name)).toEqual(['attempt default', 'send default']);
    expect(instrumented.hook).toBeUndefined();
    await sms.send(message());
    expect(telemetry.spans).toHaveLength(2);
    stop = instrumentSms();
  });
});

function serverOf(url: string): object {
  const { hostname, port } = new URL(url);
  return { 'server.address': hostname, 'server.port': Number(port) };
}

/** The sum of the points that have these attributes: of a histogram, how many values it has. */
function valueOf(points: readonly Point[] | undefined, attributes: object): number {
  const matching = (points ?? []).filter((point) =>
    Object.entries(attributes).every(([key, value]) => point.attributes[key] === value),
  );
  return matching.reduce((sum, { value }) => sum + numberOf(value), 0);
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null && 'count' in value
    ? Number(value.count)
    : NaN;
}
