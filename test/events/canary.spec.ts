import { inspect } from 'node:util';
import { TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import {
  type SmsEvent,
  SmsGatewayModule,
  type SmsGatewayOptions,
  SmsService,
} from '../../lib/index.js';
import { instrumentSms } from '../../lib/opentelemetry/index.js';
import { SmsHealthIndicator } from '../../lib/terminus/index.js';
import { Telemetry } from '../opentelemetry/telemetry.js';
import { afterThisTest } from '../support/clean-up.js';
import { leaksOf } from '../support/leaks.js';
import { type Answer, type Received, ScriptedGateway, token } from '../support/scripted-gateway.js';

const USER = 'canary-user';
const PASSWORD = 'canary "pass" wörd';
const KEY = 'canary+key==';
const TOKEN = 'canary.token/value==';
const NUMBER = '919876501234';
const OTHER = '919876501235';
const TEXT = 'Your canary code is 482913 & more';
const CUSTOMER = 'Canary & Sons';
const SECRETS = [
  USER,
  PASSWORD,
  KEY,
  TOKEN,
  NUMBER,
  NUMBER.slice(2),
  OTHER,
  TEXT,
  '482913',
  CUSTOMER,
];

const AUTH = {
  token: { method: 'token', userId: USER, password: PASSWORD, timeZone: 'UTC', cooldown: 1 },
  password: { method: 'password', userId: USER, password: PASSWORD },
  apiKey: { method: 'apiKey', userId: USER, apiKey: KEY },
} as const;

/** Everything that the request said, and what a gateway knows besides, in every field of an answer. */
function echo(
  { headers, rawHeaders, fields, body }: Received,
  status: string,
  statusCode: string,
): object {
  const login = headers['authorization'] === undefined ? [] : [USER, PASSWORD];
  const said = [...rawHeaders, ...Object.values(fields), ...login, body.toString()].join(' | ');
  return { status, statusCode, reason: said, transactionId: said, msgId: said, details: said };
}

const ANSWERS: readonly ((request: Received) => Answer)[] = [
  (request) => ({
    body: { ...echo(request, 'success', '200'), mobile: NUMBER, invalidMobile: OTHER },
  }),
  (request) => ({
    status: 429,
    body: { ...echo(request, 'error', '429'), transactionId: undefined },
  }),
  (request) => ({ body: { ...echo(request, 'error', '203'), transactionId: undefined } }),
  (request) => ({ status: 401, body: echo(request, 'error', '401') }),
  (request) => ({ status: 503, body: echo(request, 'error', '503') }),
  (request) => ({ body: JSON.stringify(echo(request, 'perhaps', '7')) }),
  (request) => ({ body: `<html>${inspect(echo(request, 'error', '1'))}` }),
  () => ({
    body: {
      status: 'success',
      statusCode: '200',
      transactionId: `0000${NUMBER}0000`,
      mobile: '',
      invalidMobile: `${NUMBER},${OTHER}`,
    },
  }),
];

/** Sends through every answer of the gateway, and keeps what is shown of it. */
async function sendThrough(auth: SmsGatewayOptions['auth']) {
  let logins = 0;
  const gateway = await ScriptedGateway.listen({
    login: (request) => {
      logins += 1;
      return logins % 2 === 0 ? { body: echo(request, 'error', '9') } : token(`${TOKEN}${logins}`);
    },
    send: (request, count) => ANSWERS[count % ANSWERS.length]!(request),
  });
  const log: string[] = [];
  const keep = (...lines: unknown[]) => void log.push(...lines.map(String));
  const module = await Test.createTestingModule({
    imports: [
      TerminusModule,
      SmsGatewayModule.forRoot({
        baseUrl: gateway.url,
        ...(auth && { auth }),
        retry: { attempts: 2, base: 1 },
        breaker: { failures: 2, halfOpenAfter: 1 },
        maxConcurrency: 1,
        numbers: 'any',
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
  const message = { to: [NUMBER, OTHER], text: TEXT, fields: { customer: CUSTOMER } };
  const health: unknown[] = [];
  for (let round = 0; round < 12; round += 1) {
    const sends = [message, message, { to: NUMBER.slice(2), text: '' }];
    await Promise.allSettled(sends.map((each) => sms.send(each)));
    health.push(await module.get(SmsHealthIndicator).isHealthy('sms', { cacheFor: 0 }));
  }
  return { events, log, health };
}

describe('no secret, number or text', () => {
  let telemetry: Telemetry;
  let stop: () => void;
  beforeAll(() => {
    telemetry = new Telemetry();
    stop = instrumentSms();
  });
  afterAll(async () => {
    stop();
    await telemetry.shutdown();
  });

  it.each(Object.entries(AUTH))(
    'is in any event, span, metric, log or health check, with the method %s',
    async (_method, auth) => {
      const { events, log, health } = await sendThrough(auth);
      const spans = telemetry.spans.map(({ name, attributes, status, events: noted }) => ({
        name,
        attributes,
        status,
        noted,
      }));
      const metrics = await telemetry.points();
      const shown = { events, log, health, spans, metrics };
      for (const [place, seen] of Object.entries(shown)) {
        const all: readonly unknown[] = Array.isArray(seen) ? seen : [seen];
        expect(all.length).toBeGreaterThan(0);
        expect(
          all.flatMap((each) => leaksOf(each, SECRETS)).map((leak) => `${place} ${leak}`),
        ).toEqual([]);
      }
      const types = new Set(events.map(({ type }) => type));
      expect([...types]).toEqual(
        expect.arrayContaining(['accepted', 'not-sent', 'unknown', 'retry']),
      );
    },
  );
});
