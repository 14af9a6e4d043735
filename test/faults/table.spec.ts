import { readFileSync, writeFileSync } from 'node:fs';
import { type Observed, play } from './play-cell.js';
import { tableMarkdown, withTable } from './table-markdown.js';
import { type Cell, CELLS, nameOf } from './table.js';
import { ACCEPTANCE, answer, TOKEN, tokenBody } from './answers.js';
import type { Conversation } from './conversation.js';
import { holdTimers } from '../support/clock.js';
import { RawGateway, type Script } from './raw-gateway.js';
import { errorOf, message, openAccount, outcomeOf, TOKEN_AUTH } from '../support/account.js';
import { eventually } from '../support/eventually.js';

const DOC = new URL('../../docs/tested.md', import.meta.url);
const AT_ONCE = 10;

const titleOf = (cell: Cell): string => `${cell.phase}, ${cell.end} (${nameOf(cell)})`;

describe('the outcome of a send, whatever happens at any point', () => {
  const seen = new Map<Cell, Observed | undefined>();

  beforeAll(async () => {
    const left = [...CELLS];
    const work = async (): Promise<void> => {
      for (let cell = left.shift(); cell; cell = left.shift()) seen.set(cell, await play(cell));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }, 300_000);

  it.each(CELLS.map((cell) => [titleOf(cell), cell] as const))('%s', (_title, cell) => {
    const { status, code, readWhole, true: told } = seen.get(cell) ?? unplayable(cell);
    expect({ status, code, readWhole }).toEqual({ code: undefined, ...cell.expected });
    expect(told).toBe(true);
  });

  it('is retried only if nothing was sent', () => {
    for (const [cell, observed] of seen) {
      // If nothing can be accepted, the gateway does not see the second attempt.
      if (!observed || cell.phase === 'before accept') continue;
      const again = cell.phase === 'TLS handshake' || cell.phase === 'idle, between two sends';
      expect([titleOf(cell), observed.furtherConnections]).toEqual([titleOf(cell), again ? 1 : 0]);
    }
  });

  it('is what docs/tested.md shows', () => {
    const doc = readFileSync(DOC, 'utf8');
    const shown = tableMarkdown(seen);
    if (process.env['UPDATE_DOCS']) writeFileSync(DOC, withTable(doc, shown));
    expect(readFileSync(DOC, 'utf8')).toBe(withTable(doc, shown));
  });
});

// Only this cell depends on the system: it must drop connections beyond a full queue, as that of CI does.
function unplayable(cell: Cell): Observed {
  if (cell.phase !== 'before accept' || cell.end !== 'stall' || process.env['CI']) {
    throw new Error(`${titleOf(cell)} was not played`);
  }
  const { status, code, readWhole } = cell.expected;
  return { status, code, readWhole, true: true, furtherConnections: 0 };
}

type Answer = (conversation: Conversation) => Promise<void> | void;

const say =
  (bytes: Buffer): Answer =>
  (conversation) =>
    conversation.write(bytes);

/** Answers logins one after another, the last answer again and again, and accepts sends. */
function logins(...answers: readonly Answer[]): Script {
  let at = 0;
  return async (conversation) => {
    for (;;) {
      const { path } = await conversation.readRequest();
      if (path === '/me/') await answers[Math.min(at++, answers.length - 1)]!(conversation);
      else await conversation.write(ACCEPTANCE);
    }
  };
}

const reset: Answer = (conversation) => conversation.rst();
const fails = say(answer('<html>', { status: 503 }));

async function withLogins(...answers: readonly Answer[]) {
  const gateway = await RawGateway.listen({ script: logins(...answers) });
  const app = await openAccount({
    baseUrl: gateway.url,
    auth: { ...TOKEN_AUTH, cooldown: 60_000 },
    retry: { attempts: 3, base: 0 },
  });
  return { gateway, sms: app.sms };
}

describe('a login', () => {
  it.each([
    ['a reset', reset],
    ['an end', (conversation: Conversation) => conversation.fin()],
    ['a 503', fails],
    ['a 429', say(answer('', { status: 429 }))],
    ['garbage', say(Buffer.from('\0\0'))],
  ])('is retried after %s, because it sends nothing', async (_what, first) => {
    const { gateway, sms } = await withLogins(first, say(TOKEN));
    expect((await outcomeOf(sms.send(message('x')))).status).toBe('accepted');
    expect([gateway.logins, gateway.readWhole('x')]).toEqual([2, 1]);
  });

  it.each([
    ['a rejection', answer(JSON.stringify({ status: 'error', statusCode: '216', reason: 'no' }))],
    ['a 401', answer('', { status: 401 })],
    ['a page', answer('<html>')],
    ['a redirect', answer('', { status: 302, headers: { Location: 'http://127.0.0.1:9/' } })],
    ['a token that no header can carry', answer(tokenBody('a\nb'))],
  ])('is not retried after %s', async (_what, bytes) => {
    const { gateway, sms } = await withLogins(say(bytes), say(TOKEN));
    expect(await errorOf(sms.send(message('x')))).toMatchObject({ outcome: 'not-sent' });
    expect([gateway.logins, gateway.sends]).toEqual([1, 0]);
  });

  it.each([
    ['resets', reset],
    ['fails', fails],
  ])('that %s every time fails all sends that wait for it, as not sent', async (_what, always) => {
    const { gateway, sms } = await withLogins(always);
    const errors = await Promise.all(
      Array.from({ length: 20 }, (_, index) => errorOf(sms.send(message(`waits ${index}`)))),
    );
    for (const error of errors) expect(error.outcome).toBe('not-sent');
    // One login with three attempts, and none for each send: the cool-down is far longer.
    expect([gateway.logins, gateway.sends]).toEqual([3, 0]);
    const later = await errorOf(sms.send(message('comes later')));
    expect(later.outcome).toBe('not-sent');
    expect(later.retryAfter).toBeGreaterThan(0);
    expect(gateway.logins).toBe(3);
  });

  it('that is not answered ends with the deadlines, as not sent', async () => {
    const gateway = await RawGateway.listen({
      script: logins((conversation) => conversation.stall()),
    });
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: TOKEN_AUTH,
      timeout: { attempt: 100, total: 1000 },
      retry: { attempts: 2, base: 0 },
    });
    const timers = holdTimers();
    const sending = errorOf(sms.send(message('x')));
    for (const login of [1, 2]) {
      await eventually(() => gateway.logins === login);
      await timers.pass(100);
    }
    const { message: said, outcome } = await sending;
    expect(outcome).toBe('not-sent');
    expect(said).toContain('did not answer the login: timeout.attempt (100 ms) passed. Nothing');
    expect(gateway.sends).toBe(0);
  });
});
