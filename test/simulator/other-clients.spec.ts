import { request } from 'node:http';
import { connect } from 'node:net';
import axios from 'axios';
import FormDataPackage from 'form-data';
import type { GatewaySimulator } from '../../simulator/index.js';
import { ACCOUNT, FORM, NUMBER, multipart, start } from './client.js';

const TEXT = 'Grüße & 50% = ½ + नमस्ते 👋\n"x"';
const OTHER = '4915112345678';
const fields: Record<string, string> = { ...FORM, msg: TEXT };
const headers = { apikey: ACCOUNT.apiKey };
const { mobile: _mobile, msg: _msg, ...common } = fields;
const urlencoded = String(new URLSearchParams(fields));

const AS_FORM = 'The fields came form-encoded; the specification uses multipart/form-data.';
const AS_JSON = 'The fields came as JSON; the specification uses multipart/form-data.';
const inQuery = (method: string) =>
  `The fields came in the query of a ${method}; the specification uses POST and multipart/form-data.`;

type Send = (url: string) => Promise<unknown>;

const json = (body: object): Send => {
  const type = { ...headers, 'Content-Type': 'application/json; charset=utf-8' };
  return (url) => fetch(url, { method: 'POST', headers: type, body: JSON.stringify(body) });
};

function packageForm(): FormDataPackage {
  const form = new FormDataPackage();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Writes raw bytes. */
function raw(url: string, lines: readonly string[], body: string): Promise<string> {
  const { port, hostname, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        [
          `POST ${pathname} ${lines[0]}`,
          `apikey: ${ACCOUNT.apiKey}`,
          ...lines.slice(1),
          '',
          body,
        ].join('\r\n'),
      ),
    );
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

const post = (gateway: GatewaySimulator, type: string, body: string | Buffer) =>
  fetch(`${gateway.url}/SMSApi/send`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';
const CLIENTS: [what: string, encoding: string, notes: string[], send: Send][] = [
  [
    'fetch with FormData',
    'multipart',
    [],
    (url) => fetch(url, { method: 'POST', headers, body: multipart({ msg: TEXT }) }),
  ],
  [
    'fetch with URLSearchParams',
    'urlencoded',
    [AS_FORM],
    (url) => fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  ],
  ['fetch with JSON', 'json', [AS_JSON], json(fields)],
  ['fetch with a list in JSON', 'json', [AS_JSON], json({ ...fields, mobile: [NUMBER] })],
  [
    'fetch with sms in JSON and the account next to it',
    'json',
    [AS_JSON],
    json({ ...common, sms: [{ mobile: [NUMBER], msg: TEXT }] }),
  ],
  [
    'fetch with numbers in JSON',
    'json',
    [AS_JSON],
    json({ ...common, duplicatecheck: true, sms: [{ mobile: [Number(NUMBER)], msg: TEXT }] }),
  ],
  [
    'fetch with a query',
    'query',
    [inQuery('GET')],
    (url) => fetch(`${url}?${urlencoded}`, { headers }),
  ],
  [
    'fetch that posts a query without a body',
    'query',
    [inQuery('POST')],
    (url) => fetch(`${url}?${urlencoded}`, { method: 'POST', headers }),
  ],
  [
    'axios with form-data',
    'multipart',
    [],
    (url) =>
      axios.post(url, packageForm(), { headers: { ...headers, ...packageForm().getHeaders() } }),
  ],
  [
    'axios with its own form-data',
    'multipart',
    [],
    (url) => axios.postForm(url, fields, { headers }),
  ],
  ['axios with an object', 'json', [AS_JSON], (url) => axios.post(url, fields, { headers })],
  [
    'axios with params',
    'query',
    [inQuery('GET')],
    (url) => axios.get(url, { headers, params: fields }),
  ],
  [
    'axios that posts params',
    'query',
    [inQuery('POST')],
    (url) => axios.post(url, undefined, { headers, params: fields }),
  ],
  [
    'form-data without axios',
    'multipart',
    [],
    (url) =>
      new Promise((resolve, reject) => {
        const form = packageForm();
        const options = { method: 'POST', headers: { ...headers, ...form.getHeaders() } };
        form.pipe(request(url, options, resolve).on('error', reject));
      }),
  ],
  [
    'HTTP/1.0',
    'urlencoded',
    [AS_FORM],
    (url) => raw(url, ['HTTP/1.0', FORM_TYPE, `Content-Length: ${urlencoded.length}`], urlencoded),
  ],
  [
    'HTTP/1.1 in chunks',
    'urlencoded',
    [AS_FORM],
    (url) =>
      raw(
        url,
        ['HTTP/1.1', 'Host: x', 'Connection: close', FORM_TYPE, 'Transfer-Encoding: chunked'],
        [...(urlencoded.match(/.{1,50}/gs) ?? []), '']
          .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
          .join(''),
      ),
  ],
];

describe('other clients', () => {
  it.each(CLIENTS)(
    '%s is accepted as %s, with a note on what is not in the specification',
    async (...row) => {
      const [, encoding, notes, sendIt] = row;
      const gateway = await start();
      await sendIt(`${gateway.url}/SMSApi/send`);
      expect(gateway.messages).toMatchObject([
        { to: [NUMBER], senderId: FORM['senderid'], auth: 'apiKey', encoding, notes },
      ]);
      // Forms end lines with CR and LF.
      expect(gateway.messages[0]?.text.replace('\r\n', '\n')).toBe(TEXT);
    },
  );

  it('get 100 Continue if they ask for it', async () => {
    const gateway = await start();
    const answer = await new Promise<string[]>((resolve, reject) => {
      const seen: string[] = [];
      const asking = request(`${gateway.url}/SMSApi/send`, {
        method: 'POST',
        headers: {
          ...headers,
          'Content-Type': 'application/x-www-form-urlencoded',
          Expect: '100-continue',
        },
      });
      asking.on('continue', () => {
        seen.push('continue');
        asking.end(urlencoded);
      });
      asking.on('response', ({ statusCode }) => resolve([...seen, String(statusCode)]));
      asking.on('error', reject);
      asking.flushHeaders();
    });
    expect(answer).toEqual(['continue', '200']);
    expect(gateway.messages).toHaveLength(1);
  });

  it('can send several texts in JSON, each with its own recipients', async () => {
    const gateway = await start();
    await json({
      ...common,
      sms: [
        { mobile: [NUMBER, OTHER], msg: 'one' },
        { mobile: NUMBER, msg: 'two' },
      ],
    })(`${gateway.url}/SMSApi/send`);
    expect(gateway.messages).toMatchObject([
      { to: [NUMBER, OTHER], text: 'one' },
      { to: [NUMBER], text: 'two' },
    ]);
    const [one, two] = gateway.messages;
    expect(one?.transactionId).toBe(two?.transactionId);
  });

  it('that send JSON as a form get a clear refusal, and no secret is kept', async () => {
    const gateway = await start();
    const body = JSON.stringify({ ...fields, password: 'mistyped-secret' });
    const answer = await post(gateway, 'application/x-www-form-urlencoded', body);
    expect(await answer.json()).toMatchObject({
      statusCode: '415',
      reason: expect.stringContaining('application/json'),
    });
    expect(JSON.stringify(gateway.refused)).not.toContain('mistyped-secret');
  });

  it('that hide the password in JSON or in a name do not get it into the inbox', async () => {
    const gateway = await start();
    const { password } = ACCOUNT;
    await json({ ...fields, account: { password }, [`x${password}`]: '1' })(
      `${gateway.url}/SMSApi/send`,
    );
    expect(gateway.messages).toHaveLength(1);
    expect(JSON.stringify(gateway.messages)).not.toContain(password);
  });

  it('that send invalid UTF-8 get a note', async () => {
    const gateway = await start();
    const body = Buffer.from(`${urlencoded}`.replace(/msg=[^&]*/, 'msg=Gr\u00fc\u00dfe'), 'latin1');
    await post(gateway, 'application/x-www-form-urlencoded', body);
    expect(gateway.messages[0]?.notes).toContainEqual(expect.stringContaining('not UTF-8'));
  });

  it('that name the charset of a form are read in it', async () => {
    const gateway = await start();
    const type = 'application/x-www-form-urlencoded; charset=ISO-8859-1';
    for (const msg of ['caf%E9+=', 'caf\u00e9 =']) {
      const body = `userid=${ACCOUNT.userId}&&mobile=${NUMBER}&msg=${msg}`;
      await post(gateway, type, Buffer.from(body, 'latin1'));
    }
    await post(gateway, type.replace('ISO-8859-1', 'nonsense'), urlencoded);
    expect(gateway.messages.map(({ text }) => text)).toEqual(['café =', 'café =', TEXT]);
  });

  it('can put a byte order mark before JSON', async () => {
    const gateway = await start();
    await post(gateway, 'application/json', `\uFEFF${JSON.stringify(fields)}`);
    expect(gateway.messages).toMatchObject([{ text: TEXT, encoding: 'json' }]);
  });

  it('that send fields as files get a note', async () => {
    const gateway = await start();
    const form = multipart({ msg: undefined });
    form.append('msg', new Blob(['text']), 'msg.txt');
    await fetch(`${gateway.url}/SMSApi/send`, { method: 'POST', headers, body: form });
    expect(gateway.refused[0]?.notes).toContain('The field msg came as a file and was ignored.');
  });

  it('that put the password in a URL get a note, also if they send a body', async () => {
    const gateway = await start();
    const url = `${gateway.url}/SMSApi/send?password=${encodeURIComponent(ACCOUNT.password)}`;
    const note = expect.stringContaining('The password came in a URL');
    await fetch(url, { method: 'POST', body: multipart() });
    await fetch(`${url}&${urlencoded}`, { method: 'POST' });
    await fetch(`${url}&${urlencoded}`);
    expect(gateway.messages.map(({ notes }) => notes)).toEqual([
      expect.arrayContaining([note]),
      expect.arrayContaining([note]),
      expect.arrayContaining([note]),
    ]);
  });
});
