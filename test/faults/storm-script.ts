import { answer, headLength, NO_BODY, TOKEN, YES, yesBody } from './answers.js';
import type { Conversation } from './conversation.js';
import type { HttpRequest } from './http-request.js';
import type { RawGateway, Script } from './raw-gateway.js';

/** One thing that can happen to a request, and how likely it is. */
interface Chance {
  readonly weight: number;
  /** Resolves false if the connection cannot be used again. */
  readonly act: (conversation: Conversation) => Promise<boolean>;
}

/** An answer that says no. */
interface Refusal {
  readonly weight: number;
  readonly answer: Buffer;
}

const closed = answer(yesBody(), { headers: { Connection: 'close' } });
const chunked = Buffer.from(
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${[...yesBody()]
    .map((character) => `1\r\n${character}\r\n`)
    .join('')}0\r\n\r\n`,
);

const BEFORE: readonly Chance[] = [
  { weight: 92, act: () => Promise.resolve(true) },
  { weight: 2, act: reset },
  { weight: 2, act: end },
  { weight: 1, act: stall },
  {
    weight: 1,
    act: (conversation) => conversation.readPartOfHead().then(() => reset(conversation)),
  },
  { weight: 1, act: (conversation) => conversation.readPartOfBody().then(() => end(conversation)) },
  { weight: 1, act: (conversation) => say(conversation, '\0 no HTTP\r\n\r\n') },
];

const TAKEN: readonly Chance[] = [
  { weight: 70, act: (conversation) => say(conversation, YES) },
  { weight: 4, act: (conversation) => say(conversation, chunked) },
  { weight: 3, act: (conversation) => say(conversation, closed).then(() => end(conversation)) },
  // Closes while the next send may be on its way.
  { weight: 4, act: (conversation) => say(conversation, YES).then(() => end(conversation)) },
  { weight: 2, act: (conversation) => say(conversation, YES).then(() => reset(conversation)) },
  { weight: 2, act: (conversation) => say(conversation, Buffer.concat([YES, YES])) },
  { weight: 2, act: reset },
  { weight: 2, act: end },
  { weight: 1, act: stall },
  { weight: 2, act: (conversation) => say(conversation, answer('<html>', { status: 503 })) },
  { weight: 2, act: (conversation) => say(conversation, answer('<html>sent</html>')) },
  { weight: 1, act: (conversation) => say(conversation, '\0 no HTTP\r\n\r\n') },
  { weight: 1, act: (conversation) => cut(conversation, 12) },
  { weight: 1, act: (conversation) => cut(conversation, headLength(YES) + 9) },
  // Refusals whose rest would have been a yes.
  {
    weight: 2,
    act: (conversation) => say(conversation, halfOf(401)).then(() => end(conversation)),
  },
  {
    weight: 2,
    act: (conversation) => say(conversation, halfOf(429)).then(() => reset(conversation)),
  },
];

const REFUSED: readonly Refusal[] = [
  { weight: 3, answer: answer('', { status: 429, headers: { 'Retry-After': '0' } }) },
  { weight: 2, answer: answer(NO_BODY) },
  { weight: 2, answer: answer('', { status: 401 }) },
];

const LOGIN: readonly Chance[] = [
  { weight: 80, act: (conversation) => say(conversation, TOKEN) },
  { weight: 8, act: reset },
  { weight: 8, act: (conversation) => say(conversation, answer('<html>', { status: 502 })) },
  { weight: 4, act: end },
];

/** A gateway in a storm: what happens to each request is random. */
export function stormScript(gateway: RawGateway, dice: () => number): Script {
  const happen = (request: HttpRequest, conversation: Conversation): Promise<boolean> => {
    if (request.path.endsWith('/me/')) return pick(LOGIN, dice).act(conversation);
    if (dice() >= 0.07) return pick(TAKEN, dice).act(conversation);
    gateway.turnDown(request);
    return say(conversation, pick(REFUSED, dice).answer);
  };
  return async (conversation) => {
    let useful = true;
    while (useful) {
      await conversation.awaitRequest();
      useful = await pick(BEFORE, dice).act(conversation);
      if (useful) useful = await happen(await conversation.readRequest(), conversation);
    }
  };
}

function halfOf(status: number): Buffer {
  return answer(yesBody(), { status, headers: { 'Retry-After': '0' } }).subarray(0, -9);
}

function pick<T extends { readonly weight: number }>(from: readonly T[], dice: () => number): T {
  let left = dice() * from.reduce((sum, { weight }) => sum + weight, 0);
  return from.find(({ weight }) => (left -= weight) < 0) ?? from[0]!;
}

async function say(conversation: Conversation, bytes: Buffer | string): Promise<boolean> {
  await conversation.write(bytes);
  return true;
}

async function cut(conversation: Conversation, length: number): Promise<boolean> {
  await conversation.write(YES.subarray(0, length));
  return end(conversation);
}

function reset(conversation: Conversation): Promise<boolean> {
  conversation.rst();
  return Promise.resolve(false);
}

function end(conversation: Conversation): Promise<boolean> {
  conversation.fin();
  return Promise.resolve(false);
}

function stall(conversation: Conversation): Promise<boolean> {
  return conversation.stall();
}
