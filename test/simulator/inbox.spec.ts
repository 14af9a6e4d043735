import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inboxMessageSchema } from '../../simulator/inbox/inbox-message-schema.js';
import { ACCOUNT, NUMBER, getToken, send, sendJson, start } from './client.js';
import { makePath } from './inbox-files.js';

describe('the inbox of the simulator', () => {
  it('keeps no property of a message that docs/simulator-in-tests.md does not list', () => {
    const docs = readFileSync('docs/simulator-in-tests.md', 'utf8');
    const [list = ''] = /^A message has: .*?\n\n/ms.exec(docs) ?? [];
    const listed = new Set([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(Object.keys(inboxMessageSchema.shape).filter((name) => !listed.has(name))).toEqual([]);
  });

  it('keeps no password, key or token, also not in its file', async () => {
    const file = await makePath();
    const gateway = await start({ file });
    const token = await getToken(gateway);
    await send(gateway, {}, { Authorization: token });
    await send(gateway, {}, { Authorization: `Bearer ${token}` });
    await send(gateway, { password: ACCOUNT.password }, {});
    await send(gateway, { password: encodeURIComponent(ACCOUNT.password) }, {});
    await send(gateway);
    await send(gateway, { apikey: ACCOUNT.apiKey, other: ACCOUNT.password });
    await send(gateway, { password: 'mistyped-secret' }, {});
    await send(gateway, {}, { apikey: 'mistyped-secret' });
    await send(gateway, {}, { Authorization: 'mistyped-secret' });
    const twice = { Authorization: `Bearer ${token}`, 'x-auth': token };
    await send(gateway, { other: `token ${token}`, pwd: 'mistyped-secret' }, twice);
    await gateway.close();
    const text = await readFile(file, 'utf8');
    expect(text).toContain('Your code is 482913.');
    const kept = text + JSON.stringify([gateway.messages, gateway.refused]);
    for (const secret of [
      'mistyped-secret',
      token,
      ACCOUNT.password,
      encodeURIComponent(ACCOUNT.password),
      ACCOUNT.apiKey,
    ]) {
      expect(kept).not.toContain(secret);
    }
    expect(gateway.messages).toHaveLength(7);
    expect(gateway.messages[2]?.fields).toMatchObject({
      password: '<masked>',
      userid: ACCOUNT.userId,
    });
  });

  it.each([
    'x-auth',
    'X-Auth',
    'auth',
    'key',
    'x-key',
    'authkey',
    'auth_key',
    'x-auth-key',
    'x-access-key',
    'x-api-key',
    'appKey',
    'private-key',
    'credentials',
    'x-passwd',
  ])('masks a value named %s in headers, fields and JSON', async (name) => {
    const gateway = await start();
    const inside = { [name]: { deep: ['REAL'] }, more: JSON.stringify({ [name]: 'REAL' }) };
    const change = {
      [name]: 'REAL',
      data: JSON.stringify(inside),
      list: `[${JSON.stringify(inside)}]`,
    };
    await send(gateway, change, { apikey: ACCOUNT.apiKey, [name]: 'REAL' });
    const more = JSON.stringify({ [name]: '<masked>' });
    const data = JSON.stringify({ [name]: '<masked>', more });
    expect(gateway.messages[0]).toMatchObject({
      fields: { [name]: '<masked>', data, list: `[${data}]` },
      headers: { [name.toLowerCase()]: '<masked>' },
    });
    expect(JSON.stringify(gateway.messages)).not.toContain('REAL');
  });

  it('masks the header of the option apiKeyHeader', async () => {
    const file = await makePath();
    const gateway = await start({ apiKeyHeader: 'X-Customer', file });
    await send(gateway, { 'X-Customer': 'REAL' }, { 'x-customer': 'REAL' });
    await gateway.close();
    expect(gateway.refused[0]).toMatchObject({
      fields: { 'X-Customer': '<masked>' },
      headers: { 'x-customer': '<masked>' },
    });
    expect(await readFile(file, 'utf8')).not.toContain('REAL');
  });

  it('shows what is not secret as it came', async () => {
    const gateway = await start();
    const open = {
      keyword: 'a',
      monkey: 'b',
      author: 'c',
      publickey: 'd',
      'idempotency-key': 'e',
      json: ' { "id": 12345678901234567890, "keyword": [1.0] } ',
      brackets: '[x] {"password',
    };
    await send(gateway, { ...open, msg: '{"password":"x"}' });
    expect(gateway.messages[0]?.fields).toMatchObject({ ...open, msg: '{"password":"x"}' });
  });

  it('masks JSON that is nested too deeply to be searched', async () => {
    const gateway = await start();
    await send(gateway, {
      data: `${'['.repeat(100_000)}{"password":"REAL"}${']'.repeat(100_000)}`,
    });
    expect(gateway.messages[0]?.fields['data']).toBe('<masked>');
  });

  it('has a message with all its details before its answer is sent', async () => {
    const gateway = await start();
    const { transactionId } = await sendJson(gateway);
    expect(gateway.messages[0]).toMatchObject({
      id: expect.stringMatching(/^\d{16}$/),
      at: expect.stringMatching(/Z$/),
      transactionId,
      segments: { encoding: 'GSM-7', count: 1 },
      otp: '482913',
      duplicate: false,
      read: false,
      method: 'POST',
      path: '/SMSApi/send',
      encoding: 'multipart',
      fault: null,
      answer: { status: 200, body: expect.stringContaining(String(transactionId)) },
    });
  });

  it('keeps the newest messages, and refused sends do not push them out', async () => {
    const gateway = await start({ keep: 2 });
    await send(gateway, { msg: 'one' });
    await send(gateway, { msg: 'two' });
    for (let i = 0; i < 5; i += 1) await send(gateway, {}, {});
    expect(gateway.messages.map(({ text }) => text)).toEqual(['one', 'two']);
    await send(gateway, { msg: 'three' });
    expect(gateway.messages.map(({ text }) => text)).toEqual(['two', 'three']);
    expect(gateway.refused).toHaveLength(2);
  });

  it('marks the same recipients, text and sender as a duplicate only if a check was requested', async () => {
    const gateway = await start();
    const other = '4915112345678';
    await send(gateway, { mobile: `${NUMBER},${other}` });
    await send(gateway, { mobile: `${other},${NUMBER}` });
    await send(gateway, { mobile: `${other},${NUMBER}`, duplicatecheck: 'false' });
    await send(gateway, { mobile: other });
    await send(gateway, { mobile: `${other},${NUMBER}`, senderid: 'OTHER' });
    await send(gateway, { mobile: `${other},${NUMBER}`, msg: 'Other' });
    expect(gateway.messages.map(({ duplicate }) => duplicate)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('refuses duplicates if the options say so', async () => {
    const gateway = await start({ duplicates: 'refuse' });
    await send(gateway);
    expect(await sendJson(gateway)).toMatchObject({ status: 'error', statusCode: '409' });
    expect(gateway.messages).toHaveLength(1);
    expect(gateway.refused).toMatchObject([{ duplicate: true }]);
  });

  it('notes unknown fields, values that the specification does not show, and texts encoded twice', async () => {
    const gateway = await start();
    await send(gateway, { colour: 'red', dltTemplateId: '1', output: 'xml', msg: 'Hello%20world' });
    expect(gateway.messages[0]?.notes).toEqual([
      expect.stringContaining('output is "xml"'),
      expect.stringContaining('colour'),
      expect.stringContaining('answer is JSON'),
      expect.stringContaining('encoded twice'),
    ]);
  });

  it('returns messages that never change', async () => {
    const gateway = await start();
    await send(gateway);
    const [message] = gateway.messages;
    await fetch(`${gateway.origin}/api/messages/${message?.id}/read`, { method: 'POST' });
    expect(message?.read).toBe(false);
    expect(gateway.messages[0]?.read).toBe(true);
  });
});
