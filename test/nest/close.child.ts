// Apps that are closed in the middle of something. Tells what each left behind; that this process
// ends by itself is the other half of the test.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SmsGatewayModule, type SmsGatewayOptions, SmsService } from '../../lib/index.js';

Logger.overrideLogger(false);
const never = () => new Promise<never>(() => undefined);
const HANGING = { get: never, set: never, delete: never };

/** A gateway whose first `answered` logins are answered, by a token that lives for `life` ms. */
function gatewayOf(answered: number, life: number) {
  const counts = { logins: 0 };
  const listener: RequestListener = (request, response) => {
    request.resume();
    const isLogin = request.url === '/me/';
    if (isLogin) counts.logins += 1;
    if (isLogin && counts.logins > answered) return;
    const end = new Date(Date.now() + life).toISOString().slice(0, 19).replace('T', ' ');
    const more = isLogin ? { token: 't', expires_after: end } : { transactionId: '1' };
    response.end(JSON.stringify({ status: 'success', statusCode: '200', ...more }));
  };
  return { counts, server: createServer(listener) };
}

async function turns(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await setImmediate();
}

function countOf(resource: string): number {
  return process.getActiveResourcesInfo().filter((each) => each.startsWith(resource)).length;
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

async function leftBy(what: string): Promise<object> {
  const before = { sockets: countOf('TCPSocket'), timers: countOf('Timeout') };
  const renewing = what === 'renewing its token';
  const answered = what === 'waiting for a login' ? 0 : 1;
  // A short-lived token, if a renewal is to be in progress.
  const { counts, server } = gatewayOf(answered, renewing ? 3000 : 3_600_000);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (what === 'connecting in vain') server.close();
  const options: SmsGatewayOptions = {
    baseUrl: `http://127.0.0.1:${port}`,
    auth: {
      method: 'token',
      userId: 'u',
      password: 'p',
      timeZone: 'UTC',
      ...(what === 'waiting for a store' && { store: HANGING }),
    },
    drain: 10,
    ...(what === 'held back by a rate' && { rateLimit: { recipients: 1, perMs: 3_600_000 } }),
  };
  const imports = [SmsGatewayModule.forRoot(options)];
  const app = await (await Test.createTestingModule({ imports }).compile()).init();
  const sms = app.get(SmsService);
  const send = () => sms.send({ to: '919876543210', text: 'hi' }).catch(() => undefined);

  if (what === 'done with a send' || what === 'held back by a rate') await send();
  const until = Date.now() + 10_000;
  if (renewing) while (counts.logins < 2 && Date.now() < until) await send();
  if (what !== 'done with a send' && what !== 'idle') {
    void send();
    void send();
  }
  await turns();
  await app.close();
  await app.close();
  // The client's side ends them: the server would keep them for seconds.
  for (const end = Date.now() + 10_000; (await connectionsOf(server)) > 0 && Date.now() < end;) {
    await turns();
  }
  const connections = await connectionsOf(server);
  server.closeAllConnections();
  server.close();
  await turns();
  return {
    connections,
    sockets: countOf('TCPSocket') - before.sockets,
    timers: countOf('Timeout') - before.timers,
  };
}

const left: Record<string, object> = {};
for (const what of process.argv.slice(2)) left[what] = await leftBy(what);
process.stdout.write(JSON.stringify(left));
