import type { GatewaySimulator } from '../../simulator/index.js';
import { FORM, NUMBER, sendJson, start } from './client.js';
import { deliver, type Given, LOGIN, newYear } from './questions.js';
import { listen, settled } from './report-receiver.js';

const OTHER = { userid: 'other', password: 'other-password' };
const accounts = [{ userId: OTHER.userid, password: OTHER.password }];

/** Makes a call about schedules, and returns the response. */
async function call({ url }: GatewaySimulator, action: string, given: Given = {}, login = LOGIN) {
  const body = new URLSearchParams({ ...login, ...given });
  const answer = await fetch(`${url}/SMSApi/schedule/${action}`, { method: 'POST', body });
  const { response } = (await answer.json()) as { response: Record<string, unknown> };
  return response;
}

const scheduleOf = ({ transactionId: uuId }: Given, text: string, scheduleTime: string) => ({
  schedule: {
    uuId,
    mobileNo: NUMBER,
    senderName: FORM['senderid'],
    text,
    msgType: 'text',
    scheduleTime,
  },
});

const usual = { api: 'schedule', status: 'success', msg: 'success', code: '200' };

describe('schedule/read', () => {
  it('lists what has not gone out, by its transaction and by its days', async () => {
    const gateway = await start({ timeZone: 'Asia/Kolkata', now: newYear, accounts });
    const first = await sendJson(gateway, { scheduleTime: '2026-01-02 00:00' });
    const second = await sendJson(gateway, { scheduleTime: '2026-01-03 10:00:00', msg: 'Later' });
    await sendJson(gateway, { msg: 'Now' });
    await sendJson(gateway, { msg: 'Decided', scheduleTime: '2026-01-02 00:00' });
    await deliver(gateway, { status: 'delivered' }, 3);
    const entries = [
      scheduleOf(first as Given, FORM['msg'] ?? '', '2026-01-02 00:00:00'),
      scheduleOf(second as Given, 'Later', '2026-01-03 10:00:00'),
    ];
    const answer = { ...usual, action: 'read', count: 2, scheduleList: entries };
    expect(await call(gateway, 'read')).toEqual(answer);
    const [one, two] = entries;
    const listed = async (given: Given) => (await call(gateway, 'read', given))['scheduleList'];
    expect(await listed({ uuid: String(second['transactionId']) })).toEqual([two]);
    expect(await listed({ fromdate: '2026-01-02', todate: '2026-01-02' })).toEqual([one]);
    expect(await listed({ fromdate: '2026-01-03' })).toEqual([two]);
    expect((await call(gateway, 'read', {}, OTHER))['scheduleList']).toEqual([]);
  });
});

describe('schedule/delete', () => {
  it('fails the message, which never goes out, and reports that', async () => {
    const receiver = await listen();
    const gateway = await start({ now: newYear, reportUrl: receiver.url });
    const { transactionId } = await sendJson(gateway, { scheduleTime: '2026-01-01 10:00' });
    const uuid = String(transactionId);
    expect(await call(gateway, 'delete', { uuid })).toEqual({ ...usual, action: 'delete' });
    const cause = 'The schedule was deleted';
    expect(gateway.messages).toMatchObject([
      { deliveries: [{ status: 'failed', code: '001', cause }] },
    ]);
    await settled(() => expect(receiver.posts).toHaveLength(1));
    expect(await call(gateway, 'read')).toMatchObject({ count: 0 });
    expect(await call(gateway, 'delete', { uuid })).toMatchObject({ status: 'error', code: '253' });
  });

  it.each([
    ['a send that is not scheduled', {}, LOGIN],
    ['the send of another account', { scheduleTime: '2026-01-01 10:00' }, OTHER],
  ])('refuses %s with 253', async (_what, change, login) => {
    const gateway = await start({ now: newYear, accounts });
    const { transactionId } = await sendJson(gateway, change);
    const refused = await call(gateway, 'delete', { uuid: String(transactionId) }, login);
    const msg = 'There is no such scheduled message';
    expect(refused).toMatchObject({ status: 'error', code: '253', msg });
    expect(gateway.messages).toMatchObject([{ deliveries: [{ status: 'pending' }] }]);
  });

  it('needs a uuid', async () => {
    expect(await call(await start(), 'delete')).toMatchObject({ status: 'error', code: '213' });
  });
});

describe('a test message', () => {
  it.each([{ test: 'true' }, { testMessage: 'true' }])(
    'with %j is accepted and kept, but has no report and costs nothing',
    async (field) => {
      const receiver = await listen();
      const gateway = await start({ reportUrl: receiver.url, deliveryDelay: 0, balance: 1 });
      const sent = await sendJson(gateway, field);
      expect(sent).toMatchObject({ status: 'success', mobile: NUMBER });
      const [message] = gateway.messages;
      expect(message).toMatchObject({ status: 'accepted', ignored: [], deliveries: [] });
      expect(message?.notes).toEqual([expect.stringContaining('A test message')]);
      // The balance was enough for one: this is it.
      await sendJson(gateway, { msg: 'A real one' });
      await settled(() => expect(receiver.posts).toHaveLength(1));
      expect(gateway.messages.map(({ text }) => text)).toEqual([FORM['msg'], 'A real one']);
    },
  );

  it('has no delivery that can be set, like a refused one', async () => {
    const gateway = await start();
    await sendJson(gateway, { test: 'true' });
    await sendJson(gateway, { duplicatecheck: '1' });
    for (const { id } of [...gateway.messages, ...gateway.refused]) {
      for (const change of [{}, { to: NUMBER }]) {
        const body = JSON.stringify({ status: 'delivered', ...change });
        const url = `${gateway.origin}/api/messages/${id}/delivery`;
        expect((await fetch(url, { method: 'PUT', body })).status).toBe(400);
      }
    }
  });

  it.each([{ test: '1' }, { test: 'false' }, { testMessage: 'false' }])(
    'is not one with %j',
    async (field) => {
      const gateway = await start();
      await sendJson(gateway, field);
      expect(gateway.messages).toMatchObject([
        { ignored: Object.keys(field), deliveries: [{ status: 'pending' }], notes: [] },
      ]);
    },
  );
});
