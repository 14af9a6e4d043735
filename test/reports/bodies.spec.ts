import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { PassThrough } from 'node:stream';
import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import fc from 'fast-check';
import { memberOf } from '../../lib/core/common/members.js';
import { type SmsReportRequest, SmsReports } from '../../lib/extras/reports/index.js';
import { NUMBER } from '../support/account.js';
import { holdTimers } from '../support/clock.js';
import { openReports, PATH, type ReportsSetup, SECRET, TRANSACTION } from './open-reports.js';

const REPORT = { transId: TRANSACTION, mobile: NUMBER, status: 'DELIVRD' };
const JSON_TEXT = `{"transId":${TRANSACTION},"mobile":${NUMBER},"status":"DELIVRD"}`;
const READ = { transactionId: TRANSACTION, recipient: NUMBER, state: 'delivered' };
const FORM_DATA = 'multipart/form-data';

/** Multipart as different clients write it. */
const MULTIPART: readonly (readonly [string, string, string])[] = [
  [
    'with a file, a type for each field, and text around it',
    'boundary="a b"',
    'Before\r\n--a b\r\nContent-Type: text/plain; charset=UTF-8\r\ncontent-disposition: form-data; name="transId"\r\n' +
      `\r\n${TRANSACTION}\r\n--a b\r\nContent-Disposition: form-data; name="mobile"; filename="log.txt"\r\n\r\n1\r\n` +
      `--a b\r\nContent-Disposition: form-data; name="mobile"\r\n\r\n${NUMBER}\r\n--a b\r\n` +
      'Content-Disposition: form-data; name="status"\r\n\r\nDELIVRD\r\n--a b--\r\nAfter',
  ],
  [
    'without quotes, as .NET writes it',
    'boundary="x"',
    Object.entries(REPORT)
      .map(
        ([name, value]) =>
          `--x\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`,
      )
      .join('') + '--x--\r\n',
  ],
  [
    'with bare line feeds',
    'charset=utf-8; boundary=--x',
    Object.entries(REPORT)
      .map(([name, value]) => `----x\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`)
      .join('') + '----x--',
  ],
];

const PIECES_OF_MULTIPART = [
  '--x',
  '--',
  '\r\n',
  '\n',
  'Content-Disposition: form-data',
  '; name="mobile"',
  '; name=mobile',
  '; filename="a"',
  NUMBER,
  '"',
];

async function open(setup: ReportsSetup = {}) {
  const { app, reports, url, log } = await openReports(setup);
  const seen: object[] = [];
  reports.reports$.subscribe((report) => void seen.push(report));
  const send = async (body: string | Uint8Array | FormData, type?: string, to = PATH) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    // Without a type, fetch sends none with bytes.
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const answer = await fetch(`${url}/${to}`, { method: 'POST', headers, body: bytes });
    await answer.text();
    return answer.status;
  };
  return { app, reports, send, seen, log, url };
}

function formData(): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(REPORT)) form.append(name, value);
  return form;
}

describe('on Express, the route', () => {
  it.each([
    undefined,
    'text/plain',
    'text/plain; charset=utf-8',
    'text/json',
    'application/x+json',
  ])('reads JSON and forms of the type %s, with every digit', async (type) => {
    const { send, seen } = await open();
    expect(await send(JSON_TEXT, type)).toBe(200);
    expect(await send(`[${JSON_TEXT},${JSON_TEXT}]`, type)).toBe(200);
    expect(await send(`&${new URLSearchParams(REPORT)}`, type)).toBe(200);
    expect(seen).toHaveLength(4);
    for (const report of seen) expect(report).toMatchObject(READ);
  });

  it('reads multipart forms', async () => {
    const { send, seen } = await open();
    expect(await send(formData())).toBe(200);
    for (const [, parameters, body] of MULTIPART) {
      expect(await send(body, `${FORM_DATA}; ${parameters}`)).toBe(200);
    }
    expect(seen).toHaveLength(4);
    for (const report of seen) expect(report).toMatchObject(READ);
  });

  it('answers 413 to a body of more than 100 kB of a type that no parser reads', async () => {
    const { send, seen } = await open();
    const fitting = JSON.stringify({ ...REPORT, more: 'x'.repeat(100_000) });
    expect(await send(fitting, 'text/plain')).toBe(200);
    expect(await send(`${fitting}${' '.repeat(3000)}`, 'text/plain')).toBe(413);
    expect(await send('x'.repeat(10_000_000), `${FORM_DATA}; boundary=x`)).toBe(413);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['secret', { path: `sms-reports/${SECRET}0` }],
    ['header', { path: PATH, header: { name: 'x-report-key', value: 'open sesame' } }],
    ['address', { path: PATH, allowFrom: ['203.0.113.7'] }],
  ])('answers 404 to a wrong %s without reading the body', async (_what, reports) => {
    const { url } = await open({ reports });
    const request = httpRequest(`${url}/${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'content-length': 1000 },
    });
    request.flushHeaders();
    const [answer] = await once(request, 'response');
    expect(answer.statusCode).toBe(404);
    request.destroy();
  });

  it('takes the query if there is no body, or one that cannot be read', async () => {
    const { send, seen, log } = await open();
    const url = `${PATH}?${new URLSearchParams(REPORT)}`;
    expect(await send('', undefined, url)).toBe(200);
    expect(await send('<dlr/>', 'text/xml', url)).toBe(200);
    expect(seen).toHaveLength(2);
    expect(log).toEqual([]);
  });
});

describe('on Fastify, the route', () => {
  it('reads JSON as text/plain, with every digit', async () => {
    const { send, seen } = await open({ adapter: new FastifyAdapter() });
    expect(await send(JSON_TEXT, 'text/plain')).toBe(200);
    expect(seen).toMatchObject([READ]);
  });

  it.each([FORM_DATA, '*'])(
    'reads multipart forms if the app keeps bodies of the type %s as they come',
    async (type) => {
      const { send, seen } = await open({
        adapter: new FastifyAdapter(),
        prepare: (app) =>
          app
            .getHttpAdapter()
            .getInstance()
            .addContentTypeParser(
              type,
              { parseAs: 'buffer' },
              (_request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) =>
                done(null, body),
            ),
      });
      expect(await send(formData())).toBe(200);
      for (const [, parameters, body] of MULTIPART) {
        expect(await send(body, `${FORM_DATA}; ${parameters}`)).toBe(200);
      }
      expect(
        await send(new URLSearchParams(REPORT).toString(), 'application/x-www-form-urlencoded'),
      ).toBe(200);
      // Only a parser for every type takes a body without one.
      expect(await send(JSON_TEXT)).toBe(type === '*' ? 200 : 415);
      for (const report of seen) expect(report).toMatchObject(READ);
      expect(seen).toHaveLength(type === '*' ? 6 : 5);
    },
  );
});

describe('a body that no parser can read', () => {
  it.each([
    ['<dlr mobile="919876543210"/>', 'text/xml; charset=utf-8', 'of text/xml'],
    ['hello 919876543210', undefined, 'without a content type'],
    ['{"mobile":919876543210', 'text/plain', 'of text/plain'],
    [
      `--x\r\nContent-Disposition: form-data; name="mobile"\r\n\r\n${NUMBER}`,
      `${FORM_DATA}; boundary=x`,
      `of ${FORM_DATA}`,
    ],
    ['x', `a/${NUMBER}`, 'of another type'],
  ])('is reported in the log: %j with the type %s', async (body, type, named) => {
    const { send, log } = await open();
    expect(await send(body, type)).toBe(400);
    expect(log).toEqual([
      expect.stringContaining(
        `A delivery report came in a body ${named}, which no parser could read.`,
      ),
    ]);
    expect(log.join()).not.toContain(NUMBER);
  });

  it('is also reported if the app passes on only what its parsers returned', async () => {
    const { reports, log } = await open();
    const headers = { 'content-type': `${FORM_DATA}; boundary=x`, 'content-length': '300' };
    const request = { query: {}, body: undefined, headers };
    await expect(reports.receive(request)).rejects.toMatchObject({ status: 400 });
    expect(log).toEqual([expect.stringContaining(`in a body of ${FORM_DATA}, which no parser`)]);
  });

  it('is not reported if it was parsed, or if there is none', async () => {
    const { reports, log } = await open();
    const requests: SmsReportRequest[] = [
      { body: {}, headers: { 'content-type': 'application/json', 'content-length': '2' } },
      { query: { msisdn: '1' }, headers: { 'content-length': '0' } },
    ];
    for (const request of requests) {
      await expect(reports.receive(request)).rejects.toMatchObject({ status: 400 });
    }
    expect(log).toEqual([expect.stringContaining('has no readable number')]);
  });
});

/** A request of Express, whose body comes later. */
function pending() {
  const headers = { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' };
  return Object.assign(new PassThrough(), { headers });
}

describe('receive', () => {
  it('reads a body that no parser has read from the request of Express itself', async () => {
    @Controller('webhooks')
    class Webhooks {
      constructor(@Inject(SmsReports) private readonly reports: SmsReports) {}

      @Post('sms')
      @HttpCode(200)
      async receive(@Req() request: SmsReportRequest): Promise<void> {
        await this.reports.receive(request);
      }
    }
    const webhooks = { module: class {}, controllers: [Webhooks] };
    const setup = { reports: { isGlobal: true }, imports: [webhooks] };
    const { send, seen } = await open(setup);
    expect(await send(formData(), undefined, 'webhooks/sms')).toBe(200);
    const raw = await open({ ...setup, app: { rawBody: true } });
    expect(await raw.send(JSON_TEXT, 'application/json', 'webhooks/sms')).toBe(200);
    expect([...seen, ...raw.seen]).toMatchObject([READ, READ]);
  });

  it('answers 408 to a body that takes more than 10 s, however often a byte arrives', async () => {
    const { reports } = await open();
    const clock = holdTimers();
    const request = pending();
    const status = reports.receive(request).then(
      () => 200,
      (error: unknown) => memberOf(error, 'status'),
    );
    for (let second = 0; second < 10; second += 1) {
      request.write(' ');
      await clock.pass(1000);
    }
    expect(await status).toBe(408);
    expect(request.listenerCount('data')).toBe(0);
    expect(request.destroyed).toBe(false);
  });

  it('accepts a body that comes in parts before that, and answers 400 to one that breaks off', async () => {
    const { reports, seen } = await open();
    const clock = holdTimers();
    const slow = pending();
    const received = reports.receive(slow);
    slow.write(JSON_TEXT.slice(0, 30));
    await clock.pass(9_900);
    slow.end(JSON_TEXT.slice(30));
    expect(await received).toMatchObject([READ]);
    const broken = pending();
    const refused = reports.receive(broken);
    broken.write(JSON_TEXT);
    broken.destroy(new Error('aborted'));
    await expect(refused).rejects.toMatchObject({ status: 400 });
    expect(seen).toHaveLength(1);
  });

  it('fails only with an HTTP error, whatever a multipart form looks like', async () => {
    const { reports } = await open();
    const headers = { 'content-type': `${FORM_DATA}; boundary=x` };
    const part = fc.constantFrom(...PIECES_OF_MULTIPART);
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
        const status = await reports.receive({ body: parts.join(''), headers }).then(
          () => 200,
          (error: unknown) => memberOf(error, 'status'),
        );
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 200 },
    );
  });
});
