import { messageIdOf } from '../../simulator/common/message-id.js';
import type { GatewaySimulator } from '../../simulator/index.js';
import { NUMBER, send, start } from './client.js';
import { ask, deliver, type Given, LOGIN, newYear, OTHER } from './questions.js';

describe.each(['/SMSApi/report/status', '/SMSApi/reports/status'])('%s with getDlr', (path) => {
  const days = { fromdate: '2026-01-01', todate: '2026-01-02' };
  const asked = { ...LOGIN, method: 'getDlr', ...days, pageLimit: '10' };
  const textsIn = async (gateway: GatewaySimulator, given: Given): Promise<unknown> => {
    const { response } = await ask(gateway, path, given);
    return (response as { reports_dlrList: Given[] }).reports_dlrList.map(({ text }) => text);
  };

  it('lists every number of the sends of some days, which are those of its zone', async () => {
    let time = Date.parse('2025-12-31T18:29:59.999Z');
    const now = () => time;
    const writing = { reportTimes: 'epoch', reportStates: { delivered: 'DELIVRD' } } as const;
    const gateway = await start({ timeZone: 'Asia/Kolkata', ...writing, now });
    await send(gateway, { msg: 'the day before' });
    time += 1;
    await send(gateway, { msg: 'first', mobile: `${NUMBER},${OTHER}` });
    time += 2 * 86_400_000 - 1;
    await send(gateway, { msg: 'last' });
    time += 1;
    await send(gateway, { msg: 'the day after' });
    await deliver(gateway, { status: 'delivered', to: OTHER }, 1);
    await deliver(gateway, { status: 'failed', cause: 'Unknown User' }, 2);
    const [, first, last] = gateway.messages;
    const firstIds = [0, 1].map((index) => messageIdOf(first?.id ?? '', index));
    const lastId = messageIdOf(last?.id ?? '', 0);
    const entries = [
      [firstIds[0], NUMBER, 'SUBMITTED', '', 'first', '1767205800000'],
      [firstIds[1], OTHER, 'DELIVRD', '', 'first', '1767205800000'],
      [lastId, NUMBER, 'FAILED', 'Unknown User', 'last', '1767378599999'],
    ];
    const usual = { api: 'send', action: 'status', status: 'success', msg: 'success', code: '200' };
    expect(await ask(gateway, path, asked)).toEqual({
      response: {
        ...usual,
        reports_dlrList: entries.map(([msgId, mobileNo, status, cause, text, submitTime]) => ({
          msgId,
          mobileNo,
          status,
          cause,
          text,
          submitTime,
        })),
      },
    });
  });

  it('lists one number, and no more than pageLimit', async () => {
    const gateway = await start({ now: newYear });
    await send(gateway, { msg: 'both', mobile: `${NUMBER},${OTHER}` });
    await send(gateway, { msg: 'one' });
    expect(await textsIn(gateway, { ...asked, mobileNo: NUMBER })).toEqual(['both', 'one']);
    expect(await textsIn(gateway, { ...asked, mobileNo: OTHER })).toEqual(['both']);
    expect(await textsIn(gateway, { ...asked, mobileNo: '' })).toEqual(['both', 'both', 'one']);
    expect(await textsIn(gateway, { ...asked, pageLimit: '2' })).toEqual(['both', 'both']);
  });

  it('takes the days in either spelling', async () => {
    const gateway = await start({ now: newYear });
    await send(gateway);
    const { fromdate: fromDate, todate: toDate, ...other } = asked;
    expect(await textsIn(gateway, { ...other, fromDate, toDate })).toHaveLength(1);
  });

  it('lists no send of another account, and no refused one', async () => {
    const gateway = await start({
      now: newYear,
      accounts: [{ userId: 'other', password: 'other-password' }],
    });
    await send(gateway, { userid: 'other', password: 'other-password' }, {});
    await send(gateway, { mobile: '12' });
    expect(await textsIn(gateway, asked)).toEqual([]);
  });

  it.each([
    ['fromdate', ''],
    ['fromdate', '01-01-2026'],
    ['todate', ''],
    ['todate', '2026-01-02 00:00:00'],
    ['pageLimit', ''],
    ['pageLimit', '0'],
    ['pageLimit', 'all'],
  ])('refuses the %s %j with 213', async (name, value) => {
    const gateway = await start();
    const msg = `The required parameter ${name} is missing or not valid`;
    const refused = { response: { status: 'error', code: '213', msg } };
    expect(await ask(gateway, path, { ...asked, [name]: value })).toMatchObject(refused);
  });
});
