import { request } from 'node:http';
import axios from 'axios';
import FormDataPackage from 'form-data';
import type { GatewaySimulator } from '../../simulator/index.js';
import { ACCOUNT, FORM, NUMBER, multipart, raw, start, typeOf } from './client.js';

const TEXT = 'Grüße & 50% = ½ + नमस्ते 👋\n"x"';
const fields: Record<string, string> = { ...FORM, msg: TEXT, msgType: typeOf(TEXT) };
const headers = { apikey: ACCOUNT.apiKey };
const { mobile: _mobile, msg: _msg, ...common } = fields;
const urlencoded = String(new URLSearchParams(fields));

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

const post = (gateway: GatewaySimulator, type: string, body: string | Buffer) =>
  fetch(`${gateway.url}/SMSApi/send`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

/** Writes a form as these lines and this body say. */
const written = (url: string, [protocol, ...lines]: readonly string[], body: string) => {
  const { port, pathname } = new URL(url);
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const head = [`POST ${pathname} ${protocol}`, `apikey: ${ACCOUNT.apiKey}`, type, ...lines];
  return raw(Number(port), `${head.join('\r\n')}\r\n\r\n${body}`);
};

const CLIENTS: Readonly<Record<string, Readonly<Record<string, Send>>>> = {
  multipart: {
    'fetch with FormData': (url) =>
      fetch(url, { method: 'POST', headers, body: multipart({ msg: TEXT }) }),
    'axios with form-data': (url) =>
      axios.post(url, packageForm(), { headers: { ...headers, ...packageForm().getHeaders() } }),
    'axios with its own form-data': (url) => axios.postForm(url, fields, { headers }),
    'form-data without axios': (url) =>
      new Promise((resolve, reject) => {
        const form = packageForm();
        const options = { method: 'POST', headers: { ...headers, ...form.getHeaders() } };
        form.pipe(request(url, options, resolve).on('error', reject));
      }),
  },
  urlencoded: {
    'fetch with URLSearchParams': (url) =>
      fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) }),
    'HTTP/1.0': (url) =>
      written(url, ['HTTP/1.0', `Content-Length: ${urlencoded.length}`], urlencoded),
    'HTTP/1.1 in chunks': (url) =>
      written(
        url,
        ['HTTP/1.1', 'Host: x', 'Connection: close', 'Transfer-Encoding: chunked'],
        [...(urlencoded.match(/.{1,50}/gs) ?? []), '']
          .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
          .join(''),
      ),
  },
  json: {
    'fetch with JSON': json(fields),
    'fetch with a list in JSON': json({ ...fields, mobile: [NUMBER] }),
    'fetch with sms in JSON and the account next to it': json({
      ...common,
      sms: [{ mobile: [NUMBER], msg: TEXT }],
    }),
    'fetch with numbers in JSON': json({
      ...common,
      duplicatecheck: true,
      sms: [{ mobile: [Number(NUMBER)], msg: TEXT }],
    }),
    'axios with an object': (url) => axios.post(url, fields, { headers }),
  },
  query: {
    'fetch with a query': (url) => fetch(`${url}?${urlencoded}`, { headers }),
    'fetch that posts a query without a body': (url) =>
      fetch(`${url}?${urlencoded}`, { method: 'POST', headers }),
    'axios with params': (url) => axios.get(url, { headers, params: fields }),
    'axios that posts params': (url) => axios.post(url, undefined, { headers, params: fields }),
  },
};

const NOTES: Readonly<Record<string, readonly string[]>> = {
  multipart: [],
  urlencoded: ['The fields came form-encoded; the specification uses multipart/form-data.'],
  json: ['The fields came as JSON; the specification uses multipart/form-data.'],
};

describe('other clients', () => {
  it.each(
    Object.entries(CLIENTS).flatMap(([encoding, clients]) =>
      Object.entries(clients).map(([what, sendIt]) => ({ what, encoding, sendIt })),
    ),
  )(
    '$what is accepted as $encoding, with a note on what is not in the specification',
    async ({ what, encoding, sendIt }) => {
      const gateway = await start();
      await sendIt(`${gateway.url}/SMSApi/send`);
      const method = what.includes('post') ? 'POST' : 'GET';
      const notes = NOTES[encoding] ?? [
        `The fields came in the query of a ${method}; the specification uses POST and multipart/form-data.`,
      ];
      expect(gateway.messages).toMatchObject([
        { to: [NUMBER], senderId: FORM['senderid'], auth: 'apiKey', encoding, notes },
      ]);
      // Forms end lines with CR and LF.
      expect(gateway.messages[0]?.text.replace('\r\n', '\n')).toBe(TEXT);
    },
  );

  it('get 100 Continue if they ask for it', async () => {
    const gateway = await start();
    const lines = ['HTTP/1.1', 'Host: x', 'Connection: close', 'Expect: 100-continue'];
    lines.push(`Content-Length: ${urlencoded.length}`);
    const answer = await written(`${gateway.url}/SMSApi/send`, lines, urlencoded);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(gateway.messages).toHaveLength(1);
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

  it('can write ids as JSON numbers, of which every digit is kept', async () => {
    const gateway = await start();
    const id = '1201159100000000001';
    const body = JSON.stringify({ ...fields, dltEntityId: 0 }).replace(':0', `:${id}`);
    await post(gateway, 'application/json', body);
    expect(gateway.messages).toMatchObject([{ fields: { dltEntityId: id } }]);
  });

  it('can send a long text in a URL', async () => {
    const gateway = await start();
    const msg = 'न'.repeat(1_800);
    const query = new URLSearchParams({ ...FORM, msg, msgType: typeOf(msg) });
    const answer = await fetch(`${gateway.url}/SMSApi/send?${query}`, { headers });
    expect(answer.status).toBe(200);
    expect(gateway.messages.map(({ text }) => text)).toEqual([msg]);
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
    expect(gateway.messages).toHaveLength(3);
    for (const { notes } of gateway.messages) expect(notes).toContainEqual(note);
  });
});
