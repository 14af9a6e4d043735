import { createServer } from 'node:http';
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { Logger } from '@nestjs/common';
import { createSmsService } from 'nestjs-sms-gateway';

// Prints which files of the built package a plain send enters: those of which a named function runs. Not the first
// send, which opens the connection and reads what is kept from then on.
const SENDS_BEFORE = 20;

Logger.overrideLogger(false);

const gateway = createServer((request, response) => {
  request.resume().on('end', () => {
    const fields = {
      mobile: '919876543210',
      invalidMobile: '',
      transactionId: '1234567890123456789',
    };
    response.end(
      JSON.stringify({ status: 'success', statusCode: '200', reason: 'success', ...fields }),
    );
  });
}).listen(0, '127.0.0.1');
await once(gateway, 'listening');
const { port } = gateway.address();

const sms = await createSmsService({
  baseUrl: `http://127.0.0.1:${port}`,
  auth: { method: 'password', userId: 'acme', password: 'pass' },
});
const message = { to: '919876543210', text: 'Hello' };
for (let index = 0; index < SENDS_BEFORE; index += 1) await sms.send(message);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
await session.post('Profiler.takePreciseCoverage');
await sms.send(message);
const { result } = await session.post('Profiler.takePreciseCoverage');
const entered = result
  .filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0),
  )
  .map(({ url }) => /\/dist\/esm\/(.*)$/.exec(url)?.[1])
  .filter((file) => file !== undefined);
process.stdout.write(JSON.stringify(entered.toSorted()));
await sms.close();
gateway.close();
gateway.closeAllConnections();
