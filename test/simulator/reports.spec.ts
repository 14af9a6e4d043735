import type { GatewaySimulator, GatewaySimulatorOptions } from '../../simulator/index.js';
import { NUMBER, send, sendJson, start } from './client.js';
import { listen, settled } from './report-receiver.js';

const OTHER = '4915112345678';
const newYear = () => Date.parse('2026-01-01T00:00:00Z');

/** A report that the app refuses is a warning, which these tests cause on purpose. */
const onWarning = (): void => undefined;

/** A simulator that delivers at once, and the app that it reports to. */
async function pair(options: GatewaySimulatorOptions = {}, app: readonly [number?, string?] = []) {
  const receiver = await listen(...app);
  const gateway = await start({ deliveryDelay: 0, reportUrl: receiver.url, onWarning, ...options });
  return { ...receiver, gateway };
}

/** The steps of a message after those of the send itself. */
const stepsOf = (gateway: GatewaySimulator, index = 0) =>
  (gateway.messages[index]?.timeline ?? []).filter(
    ({ event }) => !['received', 'accepted', 'answered'].includes(event),
  );

describe('a pushed report', () => {
  it('has the names that are given, and leaves out the others', async () => {
    const { gateway, forms } = await pair({
      now: newYear,
      timeZone: 'Asia/Kolkata',
      reportFields: {
        transactionId: 'Transactionid',
        recipient: 'mobileNo',
        cause: 'Cause',
        receivedAt: 'ReceivedTime',
        deliveredAt: 'DeliveredTime',
      },
    });
    gateway.faults.next('delivery-failed', { numbers: [OTHER], cause: 'Unknown Subscriber' });
    const { transactionId } = await sendJson(gateway, { mobile: `${NUMBER},${OTHER}` });
    await settled(() => expect(forms()).toHaveLength(2));
    const common = { Transactionid: transactionId, ReceivedTime: '2026-01-01 05:30:00' };
    expect(forms()).toEqual([
      { ...common, mobileNo: OTHER, Cause: 'Unknown Subscriber', DeliveredTime: '' },
      { ...common, mobileNo: NUMBER, Cause: '', DeliveredTime: '2026-01-01 05:30:00' },
    ]);
  });

  it.each([
    ['transId', ['transId', 'msgId', 'mobile', 'status', 'errorCode', 'dlrTime']],
    [
      'transactionId',
      ['transactionId', 'messageId', 'mobileNumber', 'errorCode', 'receivedTime', 'deliveredTime'],
    ],
    [
      'Transactionid',
      ['Transactionid', 'Messageid', 'mobileNo', 'ErrorCode', 'ReceivedTime', 'DeliveredTime'],
    ],
    ['uuId', ['uuId', 'msgId', 'mobileNo', 'Status', 'Cause']],
  ] as const)('has the names of the preset %s', async (reportFields, names) => {
    const { gateway, posts } = await pair({ reportFields, reportFormat: 'json' });
    await send(gateway);
    await settled(() => expect(posts).toHaveLength(1));
    expect(posts[0]?.headers['content-type']).toBe('application/json');
    const fields = JSON.parse(posts[0]?.body ?? '') as object;
    expect(Object.keys(fields).toSorted()).toEqual(names.toSorted());
  });

  it('has the words of states that are given', async () => {
    const { gateway, forms } = await pair({
      reportStates: { delivered: 'DELIVRD', failed: 'UNDELIV' },
    });
    for (const mobile of [NUMBER, '99900000009', '99900000010']) await send(gateway, { mobile });
    await settled(() => expect(forms()).toHaveLength(3));
    expect(forms().map(({ status }) => status)).toEqual(['DELIVRD', 'UNDELIV', 'EXPIRED']);
  });

  it('has the codes that are given, unless a fault names another one', async () => {
    const { gateway, forms } = await pair({ reportCodes: { delivered: '0', failed: '9' } });
    gateway.faults.next('delivery-failed', { code: '17' });
    for (const mobile of [NUMBER, NUMBER, '99900000009', '99900000010'])
      await send(gateway, { mobile });
    await settled(() => expect(forms()).toHaveLength(4));
    expect(forms().map(({ errorCode }) => errorCode)).toEqual(['17', '0', '9', '002']);
    expect(gateway.messages.map(({ deliveries }) => deliveries[0]?.code)).toEqual([
      '17',
      '0',
      '9',
      '002',
    ]);
  });

  it.each([
    ['wall-clock', '2026-01-01 05:30:00'],
    ['iso', '2026-01-01T05:30:00+05:30'],
    ['epoch', '1767225600000'],
  ] as const)('writes times as %s', async (reportTimes, dlrTime) => {
    const options = { now: newYear, timeZone: 'Asia/Kolkata', reportTimes };
    const { gateway, forms } = await pair(options);
    await send(gateway);
    await settled(() => expect(forms()).toMatchObject([{ dlrTime }]));
  });

  it('comes as GET with the fields in the query beside those of the address', async () => {
    const { gateway, posts } = await pair({ reportMethod: 'GET', reportFormat: 'json' });
    await send(gateway);
    await settled(() => expect(posts).toHaveLength(1));
    expect(posts).toMatchObject([
      { method: 'GET', body: '', query: { secret: '1', mobile: NUMBER, status: 'DELIVERED' } },
    ]);
  });

  it('carries the headers that are given', async () => {
    const { gateway, posts } = await pair({ reportHeaders: { 'X-Report-Key': 'k-4711' } });
    await send(gateway);
    await settled(() => expect(posts).toHaveLength(1));
    expect(posts[0]?.headers).toMatchObject({
      'x-report-key': 'k-4711',
      'content-type': 'application/x-www-form-urlencoded',
    });
  });
});

describe('the timeline of a message', () => {
  it('has its delivery, and each push with the HTTP answer, but no secret', async () => {
    const { gateway, posts } = await pair({ reportHeaders: { key: 'k-4711' } }, [
      400,
      'no transId',
    ]);
    gateway.faults.next('report-twice');
    await send(gateway);
    await settled(() => expect(stepsOf(gateway)).toHaveLength(3));
    const pushed = {
      at: expect.any(String),
      event: 'report failed',
      detail: `POST ${posts[0]?.body}`,
      answer: 'HTTP 400: no transId',
    };
    expect(stepsOf(gateway)).toEqual([
      { at: expect.any(String), event: 'delivered', detail: `${NUMBER}, code 0` },
      pushed,
      pushed,
    ]);
    expect(JSON.stringify(gateway.messages)).not.toMatch(/k-4711|secret=1/);
  });

  it('says if a report was taken, or could not be sent', async () => {
    const { gateway } = await pair({ reportMethod: 'GET' });
    await send(gateway);
    await settled(() =>
      expect(stepsOf(gateway)[1]).toMatchObject({
        event: 'report sent',
        detail: expect.stringMatching(/^GET transId=\d{19}&/),
        answer: 'HTTP 200: ok',
      }),
    );
    const warnings: string[] = [];
    const noted = (warning: string) => warnings.push(warning);
    const alone = await start({
      deliveryDelay: 0,
      reportUrl: 'http://127.0.0.1:9/',
      onWarning: noted,
    });
    expect(await sendJson(alone)).toMatchObject({ status: 'success' });
    await settled(() =>
      expect(stepsOf(alone)[1]).toMatchObject({
        event: 'report failed',
        answer: 'it could not be reached',
      }),
    );
    expect(warnings).toEqual([expect.stringMatching(/^A delivery report was not/)]);
  });

  it('masks the headers and the address of reports where an answer repeats them', async () => {
    const answer = 'Cannot POST /reports?secret=1 with the key k-4711';
    const { gateway } = await pair({ reportHeaders: { key: 'k-4711' } }, [404, answer]);
    await send(gateway);
    await settled(() =>
      expect(stepsOf(gateway)[1]?.answer).toBe(
        'HTTP 404: Cannot POST <masked> with the key <masked>',
      ),
    );
  });

  it('has the start of a long answer', async () => {
    const { gateway } = await pair({}, [200, 'x'.repeat(100_000)]);
    await send(gateway);
    await settled(() => expect(stepsOf(gateway)[1]?.answer).toBe(`HTTP 200: ${'x'.repeat(500)}…`));
  });

  it('has the first 100 steps of a message with very many recipients', async () => {
    const { gateway, posts } = await pair();
    const numbers = Array.from({ length: 150 }, (_none, index) => 919_800_000_000 + index);
    await send(gateway, { mobile: numbers.join(',') });
    await settled(() => expect(posts).toHaveLength(150));
    expect(stepsOf(gateway)[0]).toMatchObject({ detail: '150 numbers, code 0' });
    // Whether the answer is among them, or comes after them, is a matter of time.
    const bounded = () => expect([97, 98]).toContain(stepsOf(gateway).length);
    await settled(bounded);
  });
});

describe('a fault of delivery', () => {
  it('report-lost delivers the message and sends no report', async () => {
    const { gateway, posts, mobiles } = await pair();
    gateway.faults.next('report-lost');
    await send(gateway);
    await send(gateway, { mobile: OTHER });
    await settled(() => expect(mobiles()).toEqual([OTHER]));
    expect(stepsOf(gateway)).toMatchObject([
      { event: 'delivered' },
      { event: 'report lost', detail: expect.stringContaining(`mobile=${NUMBER}`) },
    ]);
    expect(posts).toHaveLength(1);
  });

  it('report-before-answer sends the report, and only then answers the send', async () => {
    const { url, posts } = await listen();
    // Delivered at once, whatever the usual delay is.
    const gateway = await start({ reportUrl: url });
    gateway.faults.next('report-before-answer');
    await sendJson(gateway);
    expect(posts).toHaveLength(1);
    await settled(() =>
      expect(gateway.messages[0]?.timeline.map(({ event }) => event)).toEqual([
        'received',
        'accepted',
        'delivered',
        'report sent',
        'answered',
      ]),
    );
  });

  it('report-orphan sends a report of a transaction that nobody sent, before the real one', async () => {
    const { gateway, forms } = await pair();
    gateway.faults.next('report-orphan');
    const { transactionId } = await sendJson(gateway);
    await settled(() => expect(forms()).toHaveLength(2));
    expect(forms()).toMatchObject([
      { transId: expect.stringMatching(/^\d{19}$/), mobile: NUMBER, status: 'DELIVERED' },
      { transId: transactionId, mobile: NUMBER },
    ]);
    expect(forms()[0]).not.toMatchObject({ transId: transactionId });
    expect(forms()[0]?.['msgId']).not.toBe(forms()[1]?.['msgId']);
  });

  it('delivered-time-on-failure stamps a delivered time on a failed message', async () => {
    const { gateway, forms } = await pair({ now: newYear, reportFields: 'Transactionid' });
    gateway.faults.next('delivery-failed').next('delivered-time-on-failure', { code: '17' });
    await send(gateway);
    await send(gateway);
    await settled(() => expect(forms()).toHaveLength(2));
    expect(forms()).toMatchObject([
      { ErrorCode: '001', DeliveredTime: '' },
      { ErrorCode: '17', DeliveredTime: '2026-01-01 00:00:00' },
    ]);
    expect(gateway.messages[1]?.deliveries).toMatchObject([{ status: 'failed', code: '17' }]);
  });
});
