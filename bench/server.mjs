// The gateway that all variants send to: as lean as it can be while it reads every body whole, answers
// as the specification says, and counts. Also answers twilio's path, and waits first if --delay is given.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { tls: { type: 'boolean', default: false }, delay: { type: 'string', default: '0' } },
});
const delay = Number(values.delay);
const tlsFolder = new URL('../test/faults/tls/', import.meta.url);
let accepted = 0;
let next = 1_000_000_000_000_000_000n;

function answer(request, body) {
  if (request.url === '/count') return { status: 200, body: { accepted } };
  if (request.url === '/me/') {
    const expires_after = new Date(Date.now() + 30 * 86_400_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    return {
      status: 200,
      body: {
        status: 'success',
        token: 'an-access-token',
        expires_after,
        statusCode: '200',
        reason: 'success',
      },
    };
  }
  if (body.length < 50)
    return { status: 400, body: { status: 'error', statusCode: '213', reason: 'empty' } };
  accepted += 1;
  if (request.url.startsWith('/2010-04-01/')) {
    return { status: 201, body: { sid: `SM${next++}`, status: 'queued', error_code: null } };
  }
  return {
    status: 200,
    body: {
      status: 'success',
      mobile: /name="mobile"\r\n\r\n(\d+)/.exec(body)?.[1] ?? '',
      invalidMobile: '',
      transactionId: String(next++),
      statusCode: '200',
      reason: 'success',
      msgId: '',
    },
  };
}

function handle(request, response) {
  let form = '';
  request.setEncoding('latin1');
  request.on('data', (chunk) => {
    form += chunk;
  });
  request.on('end', () => {
    const { status, body } = answer(request, form);
    const text = JSON.stringify(body);
    const send = () => {
      response.writeHead(status, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    if (delay > 0 && request.url !== '/count') setTimeout(send, delay);
    else send();
  });
}

const server = values.tls
  ? https.createServer(
      {
        key: readFileSync(new URL('key.pem', tlsFolder)),
        cert: readFileSync(new URL('cert.pem', tlsFolder)),
      },
      handle,
    )
  : http.createServer(handle);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`${values.tls ? 'https' : 'http'}://127.0.0.1:${server.address().port}`);
});
process.on('disconnect', () => process.exit());
