import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const LATENCY = 40;

/**
 * A gateway that fails at random, and counts how often it took each text.
 *
 * @param onRequest called with the number of requests so far
 * @param onTaken called with each transaction, its text and its numbers
 */
export async function startGateway(random, onRequest, onTaken) {
  const taken = new Map();
  /** How often it took a text for a number, by both. */
  const takenFor = new Map();
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    onRequest(requests);
    const fate = random();
    if (fate < 0.01) {
      request.socket.destroy();
      return;
    }
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString('latin1');
    const field = (name) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(body)?.[1];
    const text = field('msg');
    const answer = (status, fields, headers = {}) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(JSON.stringify(fields));
    };
    if (fate < 0.03) return answer(429, {});
    // Some gateways refuse what they took before.
    const isDuplicate = taken.has(text) && random() < 0.4;
    if (fate < 0.04 || isDuplicate) {
      return answer(200, { status: 'error', statusCode: '203', reason: 'Invalid' });
    }
    // From here on it has taken the message, whatever becomes of its answer.
    taken.set(text, (taken.get(text) ?? 0) + 1);
    const transactionId = `${10n ** 18n + BigInt(requests)}`;
    const numbers = field('mobile').split(',');
    for (const number of numbers) {
      const key = `${text}\n${number}`;
      takenFor.set(key, (takenFor.get(key) ?? 0) + 1);
    }
    onTaken({ transactionId, text, numbers });
    await sleep(random() * LATENCY);
    if (fate < 0.045) request.socket.destroy();
    else if (fate < 0.05) answer(503, {});
    else {
      answer(200, {
        status: 'success',
        statusCode: '200',
        mobile: field('mobile'),
        invalidMobile: '',
        transactionId,
        reason: 'success',
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    taken,
    takenFor: (text, number) => takenFor.get(`${text}\n${number}`) ?? 0,
    get requests() {
      return requests;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
