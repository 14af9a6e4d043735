import { ACCOUNT, FORM, NUMBER, getToken, send, sendJson, start } from './client.js';
import { messageIdOf } from '../../simulator/common/message-id.js';
import type { GatewaySimulator } from '../../simulator/index.js';
import { ask, deliver, type Given, LOGIN, newYear, OTHER } from './questions.js';

const BALANCE = '/SMSApi/account/readstatus';
const REPORTS = '/SMSApi/report/status';

const balanceOf = async (gateway: GatewaySimulator, given = LOGIN): Promise<unknown> => {
  const { response } = await ask(gateway, BALANCE, given);
  return (response as { account: { smsBalance: unknown } }).account.smsBalance;
};

describe.each([REPORTS, '/SMSApi/reports/status'])('%s', (path) => {
  it('has an entry for each number, pending until its delivery is decided, under both names', async () => {
    const gateway = await start({ timeZone: 'Asia/Kolkata', now: newYear });
    const { transactionId: uuid } = await sendJson(gateway, { mobile: `${NUMBER},${OTHER}` });
    const about = { ...LOGIN, uuid: String(uuid) };
    const common = {
      api: 'send',
      action: 'status',
      status: 'success',
      msg: 'success',
      code: '200',
    };
    const [{ id } = { id: '' }] = gateway.messages;
    const [first, second] = [NUMBER, OTHER].map((mobileNo, index) => ({
      uuId: uuid,
      msgId: messageIdOf(id, index),
      mobileNo,
      senderName: FORM['senderid'],
      text: FORM['msg'],
      msgType: 'text',
      length: '20',
      cost: '1',
      'Submitted Time': '2026-01-01 05:30:00',
      'Delivered Time': '',
      Status: 'SUBMITTED',
      Cause: '',
    }));
    const answer = (...entries: readonly object[]) => {
      const list = entries.map((status) => ({ status }));
      const lists = { report_statusList: list, reports_statusList: list };
      return { response: { ...common, count: entries.length, ...lists } };
    };
    expect(await ask(gateway, path, about)).toEqual(answer({ ...first }, { ...second }));

    await deliver(gateway, { status: 'failed', to: OTHER, code: '17', cause: 'Unknown User' });
    const failed = { ...second, Status: 'FAILED', Cause: 'Unknown User' };
    expect(await ask(gateway, path, about)).toEqual(answer({ ...first }, failed));

    await deliver(gateway, { status: 'delivered', to: NUMBER });
    const delivered = {
      ...first,
      Status: 'DELIVERED',
      'Delivered Time': '2026-01-01 05:30:00',
    };
    expect(await ask(gateway, path, about)).toEqual(answer(delivered, failed));
  });

  it('finds a message id, too, and has only its number', async () => {
    const gateway = await start();
    await send(gateway);
    const sent = await sendJson(gateway, { mobile: `${NUMBER},${OTHER}`, msg: 'to both' });
    expect(sent['msgId']).toBe('');
    const ids = [0, 1].map((index) => messageIdOf(gateway.messages[1]?.id ?? '', index));
    expect(new Set(ids).size).toBe(2);
    for (const [index, msgId] of ids.entries()) {
      expect(msgId).toMatch(/^[0-9A-Z]{15}$/);
      const { transactionId: uuId } = sent;
      const mobileNo = [NUMBER, OTHER][index];
      const entry = { status: { uuId, msgId, mobileNo, text: 'to both' } };
      expect(await ask(gateway, path, { ...LOGIN, uuid: msgId })).toMatchObject({
        response: { count: 1, report_statusList: [entry], reports_statusList: [entry] },
      });
    }
  });

  it('has the delivered time of a failed message if a fault asks for it', async () => {
    const gateway = await start({ now: newYear });
    gateway.faults.next('delivered-time-on-failure');
    const { transactionId: uuid } = await sendJson(gateway);
    const timeOf = async () => {
      const { response } = await ask(gateway, path, { ...LOGIN, uuid: String(uuid) });
      const list = response as { report_statusList: { status: Given }[] };
      return list.report_statusList[0]?.status['Delivered Time'];
    };
    expect(await timeOf()).toBe('');
    await deliver(gateway, { status: 'failed' });
    expect(await timeOf()).toBe('2026-01-01 00:00:00');
  });

  it('has nothing about the send of another account, and of one that does not exist', async () => {
    const gateway = await start({ accounts: [{ userId: 'other', password: 'other-password' }] });
    const { transactionId: uuid } = await sendJson(gateway);
    await deliver(gateway, { status: 'delivered' });
    const other = { userid: 'other', password: 'other-password', uuid: String(uuid) };
    const msgId = messageIdOf(gateway.messages[0]?.id ?? '', 0);
    for (const given of [other, { ...other, uuid: msgId }, { ...LOGIN, uuid: '1' }]) {
      expect(await ask(gateway, path, given)).toMatchObject({ response: { count: 0 } });
    }
  });

  it('refuses wrong credentials with 216, and a request without uuid with 213', async () => {
    const gateway = await start();
    const wrong = { ...LOGIN, password: 'wrong', uuid: '1' };
    const refused = { api: 'send', action: 'status', status: 'error' };
    const credentials = { ...refused, msg: 'Invalid credentials', code: '216' };
    expect(await ask(gateway, path, wrong)).toEqual({ response: credentials });
    const missing = { ...refused, msg: 'The required parameter uuid is missing', code: '213' };
    expect(await ask(gateway, path, LOGIN)).toEqual({ response: missing });
  });

  it('takes a token, but no key, and says so', async () => {
    const gateway = await start();
    const given = { userid: ACCOUNT.userId, uuid: '1' };
    const Authorization = await getToken(gateway);
    const accepted = { response: { count: 0 } };
    expect(await ask(gateway, path, given, { Authorization })).toMatchObject(accepted);
    const refused = await ask(gateway, path, given, { apikey: ACCOUNT.apiKey });
    expect(refused).toMatchObject({ response: { code: '216' } });
    expect(gateway.others.at(-1)?.notes.join(' ')).toContain('A key is not accepted here');
  });
});

describe.each([REPORTS, '/SMSApi/reports/status', BALANCE])('a POST to %s', (path) => {
  const post = async ({ url }: GatewaySimulator, init: RequestInit) => {
    const answer = await fetch(url + path, { method: 'POST', ...init });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  it('with an empty body lacks a user id', async () => {
    const gateway = await start();
    const missing = { response: { status: 'error', code: '216', msg: 'Invalid credentials' } };
    for (const headers of [{}, JSON_TYPE]) {
      for (const init of [{ headers }, { headers, body: '' }]) {
        expect(await post(gateway, init)).toMatchObject({ status: 200, body: missing });
      }
    }
    expect(gateway.others).toMatchObject(
      Array.from({ length: 4 }, () => ({ encoding: 'none', notes: ['userid is missing.'] })),
    );
  });

  it.each([
    ['nested JSON', { headers: JSON_TYPE, body: deep }, 400],
    ['a nested field', { headers: JSON_TYPE, body: `{"uuid":${deep}}` }, 400],
    ['half a JSON object', { headers: JSON_TYPE, body: '{"uuid":' }, 400],
    ['an unknown type', { body: 'x' }, 415],
    ['more than the limit', { headers: JSON_TYPE, body: `"${'x'.repeat(300_000)}"` }, 413],
  ])('with %s is refused, and kept', async (_what, init, status) => {
    const gateway = await start({ maxBodyBytes: 250_000 });
    const { body, ...answer } = await post(gateway, init);
    const [{ refusal } = {}] = gateway.others;
    const { statusCode: code, reason: msg } = refusal ?? {};
    expect(body).toMatchObject({ response: { status: 'error', code, msg } });
    // Node.js 26 reads JSON of any depth; then the user id is missing.
    const isRead = refusal?.statusCode === '216';
    expect(answer).toEqual({ status: isRead ? 200 : status });
    expect(refusal?.statusCode).toBe(isRead ? '216' : String(status));
  });
});

describe('the balance', () => {
  it('is used up by every segment to every number, until sends are refused', async () => {
    const gateway = await start({ balance: 5 });
    await send(gateway, { mobile: `${NUMBER},${OTHER}` });
    expect(await balanceOf(gateway)).toBe('3');
    await send(gateway, { msg: 'A long one. '.repeat(20) });
    expect(await balanceOf(gateway)).toBe('1');
    const refusal = { status: 'error', statusCode: '402', reason: 'Insufficient balance' };
    expect(await sendJson(gateway, { mobile: `${NUMBER},${OTHER}` })).toMatchObject(refusal);
    expect(await sendJson(gateway)).toMatchObject({ status: 'success' });
    expect(await sendJson(gateway)).toMatchObject(refusal);
    expect(gateway.refused.map((message) => message.refusal?.statusCode)).toEqual(['402', '402']);
    expect(await balanceOf(gateway)).toBe('0');
  });

  it('has the five members of a real answer, in segments or in money', async () => {
    const credits = await start({ balance: 5, now: newYear });
    const wallet = await start({ balance: 5, segmentPrice: 0.35, now: newYear });
    const usual = { api: 'account', action: 'readstatus', status: 'success', msg: 'success' };
    const answerWith = (userCreditType: string, smsBalance: string) => {
      const hours = { endHour: '2055', startHour: '900' };
      const account = { expDate: '1798761600000', userCreditType, ...hours, smsBalance };
      return { response: { ...usual, code: '200', count: 5, account } };
    };
    expect(await ask(credits, BALANCE, LOGIN)).toEqual(answerWith('1', '5'));
    await send(wallet, { mobile: `${NUMBER},${OTHER}` });
    expect(await ask(wallet, BALANCE, LOGIN)).toEqual(answerWith('2', '1.0500'));
    await send(wallet, { mobile: `${NUMBER},${OTHER}` });
    expect(await sendJson(wallet, { mobile: `${NUMBER},${OTHER}` })).toMatchObject({
      statusCode: '402',
    });
    const { response } = await ask(wallet, '/SMSApi/account/readcredithistory', LOGIN);
    expect(response).toMatchObject({ historyList: [{ history: { credits: '1.7500' } }] });
  });

  it('is not used by sends that are refused, or dropped as duplicates', async () => {
    const gateway = await start({
      balance: 2,
      senderIds: [FORM['senderid'] ?? ''],
      duplicates: 'drop',
    });
    await send(gateway, { senderid: 'OTHER' });
    await send(gateway, {}, {});
    await send(gateway);
    await send(gateway);
    expect(await balanceOf(gateway)).toBe('1');
  });

  it('is one of each account, and is restored by a reset', async () => {
    const other = { userId: 'other', password: 'other-password' };
    const gateway = await start({ balance: 2, accounts: [other] });
    await send(gateway);
    expect(await balanceOf(gateway)).toBe('1');
    expect(await balanceOf(gateway, { userid: 'other', password: other.password })).toBe('2');
    gateway.reset();
    expect(await balanceOf(gateway)).toBe('2');
  });

  it('has no limit by default', async () => {
    const gateway = await start();
    const before = await balanceOf(gateway);
    await send(gateway);
    expect(await balanceOf(gateway)).toBe(before);
    expect(Number(before)).toBeGreaterThan(1000);
  });

  it('can be set, which limits the account until a reset', async () => {
    const other = { userId: 'other', password: 'other-password' };
    const gateway = await start({ accounts: [other] });
    gateway.setBalance(2);
    expect(await balanceOf(gateway)).toBe('2');
    await send(gateway);
    expect(await balanceOf(gateway)).toBe('1');
    gateway.setBalance(0);
    expect(await sendJson(gateway)).toMatchObject({ statusCode: '402' });
    gateway.setBalance(7, 'other');
    expect(await balanceOf(gateway, { userid: 'other', password: other.password })).toBe('7');
    gateway.reset();
    expect(await balanceOf(gateway)).toBe('1000000');
  });

  it('can be set through the API, for any account that there is', async () => {
    const gateway = await start({ balance: 5 });
    const put = async (body: object) => {
      const init = { method: 'PUT', body: JSON.stringify(body) };
      const answer = await fetch(`${gateway.origin}/api/balance`, init);
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const account = ACCOUNT.userId;
    expect(await put({ balance: 3 })).toEqual({ status: 200, balance: 3, account });
    expect(await put({ balance: 4, account })).toMatchObject({ status: 200 });
    expect(await balanceOf(gateway)).toBe('4');
    expect(await put({ balance: 4, account: 'nobody' })).toMatchObject({
      status: 400,
      error: { message: 'No account has this user id. Provide that of one in accounts.' },
    });
    expect(await put({ balance: 1.5 })).toMatchObject({ status: 400 });
    expect(await balanceOf(gateway)).toBe('4');
  });

  it.each([[-1], [1.5], [Number.NaN], [1, 'nobody']])(
    'cannot be set to %p %p, and the error says what is wrong',
    async (...given) => {
      const gateway = await start({ balance: 5 });
      const [segments, account] = given as [number, string?];
      const set = () => gateway.setBalance(segments, account);
      const message =
        account === undefined
          ? 'segments is not valid. Provide a whole number, 0 or more.'
          : 'No account has this user id. Provide that of one in accounts.';
      expect(set).toThrow(expect.objectContaining({ code: 'options', message }));
      expect(await balanceOf(gateway)).toBe('5');
    },
  );

  it('can be set for every user id with acceptAny', async () => {
    const gateway = await start({ acceptAny: true });
    gateway.setBalance(4, 'anybody');
    expect(await balanceOf(gateway, { userid: 'anybody', password: 'p' })).toBe('4');
  });

  it('takes every way to authenticate, and refuses wrong credentials with 216', async () => {
    const gateway = await start();
    const given = { userid: ACCOUNT.userId };
    const { apiKey: apikey } = ACCOUNT;
    const accepted = { response: { status: 'success' } };
    expect(await ask(gateway, BALANCE, given, { apikey })).toMatchObject(accepted);
    const Authorization = await getToken(gateway);
    expect(await ask(gateway, BALANCE, given, { Authorization })).toMatchObject(accepted);
    const refused = { response: { status: 'error', code: '216' } };
    expect(await ask(gateway, BALANCE, given)).toMatchObject(refused);
  });
});

describe('a question to the gateway', () => {
  it('is listed as another request, with its answer, secrets masked', async () => {
    const gateway = await start();
    await ask(gateway, BALANCE, LOGIN);
    const [first] = gateway.others;
    expect(first).toMatchObject({
      kind: 'other',
      status: 'accepted',
      path: BALANCE,
      account: ACCOUNT.userId,
      fields: { password: '<masked>' },
      answer: { body: expect.stringContaining('smsBalance') },
    });
    const notes = gateway.others.map((each) => [each.method, ...each.notes].join(' '));
    expect(notes.toSorted()[0]).toContain('The password came in a URL');
  });
});

describe('a note', () => {
  it.each(['plain', 'xml'])('says that output=%s gets JSON', async (output) => {
    const gateway = await start();
    expect(await sendJson(gateway, { output })).toMatchObject({ status: 'success' });
    await ask(gateway, BALANCE, { ...LOGIN, output });
    const note = expect.stringMatching(
      new RegExp(`^output is "${output}", but the answer is JSON`),
    );
    for (const each of [...gateway.messages, ...gateway.others]) {
      expect(each.notes).toContainEqual(note);
    }
  });

  it('on a key in the body names the header that it belongs in', async () => {
    const gateway = await start({ apiKeyHeader: 'X-Key' });
    const key = { apikey: ACCOUNT.apiKey };
    const note = 'The key came as the field apikey; it belongs in the header x-key.';
    await send(gateway, key, {});
    await send(gateway, { ...key, userid: undefined }, {});
    await send(gateway, { ...key, password: ACCOUNT.password }, {});
    const all = [...gateway.refused, ...gateway.messages];
    expect(all.map(({ status }) => status)).toEqual(['refused', 'refused', 'accepted']);
    for (const { notes, fields } of all) {
      expect(notes).toContain(note);
      expect(notes.join()).not.toContain('neither in the specification');
      expect(fields['apikey']).toBe('<masked>');
    }
  });
});
