import type { SmsMessage } from '../../lib/index.js';
import { acceptanceBody, answer, headLength, REJECTION_BODY, TOKEN } from './answers.js';
import type { Conversation } from './conversation.js';
import { formFields, type HttpRequest } from './http-request.js';
import type { RawGateway, Script } from './raw-gateway.js';

/** One thing that can happen to a request, and how likely it is. */
interface Chance {
  readonly weight: number;
  /** Resolves false if the connection cannot be used again. */
  readonly act: (conversation: Conversation, yes: Buffer) => Promise<boolean>;
}

/** An answer that rejects. */
interface Refusal {
  readonly weight: number;
  readonly answer: Buffer;
}

const NOTHING = Buffer.alloc(0);

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
  { weight: 70, act: say },
  { weight: 4, act: (conversation, yes) => say(conversation, chunked(yes)) },
  { weight: 3, act: (conversation, yes) => last(conversation, closing(yes)) },
  // Closes while the next send may be on its way.
  { weight: 4, act: last },
  { weight: 2, act: (conversation, yes) => say(conversation, yes).then(() => reset(conversation)) },
  { weight: 2, act: (conversation, yes) => say(conversation, Buffer.concat([yes, yes])) },
  { weight: 2, act: reset },
  { weight: 2, act: end },
  { weight: 1, act: stall },
  { weight: 2, act: (conversation) => say(conversation, answer('<html>', { status: 503 })) },
  { weight: 2, act: (conversation) => say(conversation, answer('<html>sent</html>')) },
  { weight: 1, act: (conversation) => say(conversation, '\0 no HTTP\r\n\r\n') },
  { weight: 1, act: (conversation, yes) => last(conversation, yes.subarray(0, 12)) },
  {
    weight: 1,
    act: (conversation, yes) => last(conversation, yes.subarray(0, headLength(yes) + 9)),
  },
  // Refusals whose rest would have been an acceptance.
  { weight: 2, act: (conversation) => last(conversation, halfOf(401)) },
  {
    weight: 2,
    act: (conversation) => say(conversation, halfOf(429)).then(() => reset(conversation)),
  },
];

const REFUSED: readonly Refusal[] = [
  { weight: 3, answer: answer('', { status: 429, headers: { 'Retry-After': '0' } }) },
  { weight: 2, answer: answer(REJECTION_BODY) },
  { weight: 2, answer: answer('', { status: 401 }) },
];

const LOGIN: readonly Chance[] = [
  { weight: 80, act: say },
  { weight: 8, act: reset },
  { weight: 8, act: (conversation) => say(conversation, answer('<html>', { status: 502 })) },
  { weight: 4, act: end },
];

let numbers = 0;

/** A message to a number that no other one is sent to. */
export function stormMessage(text: string): SmsMessage {
  return { to: `9198${10_000_000 + (numbers += 1)}`, text };
}

/**
 * A gateway in a storm: what happens to each request is random. An acceptance names the request's
 * number, so an answer to another request can be recognised.
 */
export function stormScript(gateway: RawGateway, dice: () => number): Script {
  const turnDown = (request: HttpRequest): Buffer => {
    gateway.turnDown(request);
    return pick(REFUSED, dice).answer;
  };
  /** Answers every request with the answer to the one before it. */
  const comeLate = async (conversation: Conversation, first: Buffer): Promise<void> => {
    for (let late = first; ;) {
      await conversation.write(late);
      const request = await conversation.readRequest();
      if (isLogin(request)) late = TOKEN;
      else late = dice() < 0.3 ? turnDown(request) : yesTo(request);
      await conversation.awaitRequest();
    }
  };
  return async (conversation) => {
    let useful = true;
    let yes: Buffer | undefined;
    while (useful) {
      await conversation.awaitRequest();
      if (yes && dice() < 0.05) await comeLate(conversation, yes);
      useful = await pick(BEFORE, dice).act(conversation, NOTHING);
      if (!useful) return;
      const request = await conversation.readRequest();
      const login = isLogin(request);
      if (!login && dice() < 0.07) {
        // Its retry must not be answered with an acceptance: nothing was taken.
        yes = undefined;
        useful = await say(conversation, turnDown(request));
      } else {
        yes = login ? TOKEN : yesTo(request);
        useful = await pick(login ? LOGIN : TAKEN, dice).act(conversation, yes);
      }
    }
  };
}

function isLogin({ path }: HttpRequest): boolean {
  return path.endsWith('/me/');
}

function yesTo(request: HttpRequest): Buffer {
  const { mobile = '' } = formFields(request);
  return answer(JSON.stringify({ ...JSON.parse(acceptanceBody()), mobile }));
}

function closing(yes: Buffer): Buffer {
  return answer(bodyOf(yes), { headers: { Connection: 'close' } });
}

function chunked(yes: Buffer): string {
  const chunks = [...bodyOf(yes).toString()].map((character) => `1\r\n${character}\r\n`);
  return `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`;
}

function bodyOf(yes: Buffer): Buffer {
  return yes.subarray(headLength(yes));
}

function halfOf(status: number): Buffer {
  return answer(acceptanceBody(), { status, headers: { 'Retry-After': '0' } }).subarray(0, -9);
}

function pick<T extends { readonly weight: number }>(from: readonly T[], dice: () => number): T {
  let left = dice() * from.reduce((sum, { weight }) => sum + weight, 0);
  return from.find(({ weight }) => (left -= weight) < 0) ?? from[0]!;
}

async function say(conversation: Conversation, bytes: Buffer | string): Promise<boolean> {
  await conversation.write(bytes);
  return true;
}

async function last(conversation: Conversation, bytes: Buffer): Promise<boolean> {
  await say(conversation, bytes);
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
