import type { Socket } from 'node:net';
import { Agent } from 'undici';
import type { SmsErrorCode } from '../../lib/index.js';
import { ACCEPTANCE, headLength } from './answers.js';
import type { Conversation } from './conversation.js';
import { DeafPort } from './deaf-port.js';
import { answerWell, CERTIFICATE, RawGateway, type Script, well } from './raw-gateway.js';
import type { Cell, End, Phase } from './table.js';
import { GENEROUS, isTrue, message, openAccount, outcomeOf } from '../support/account.js';

/** What happened in a cell. */
export interface Observed {
  readonly status: 'accepted' | 'not-sent' | 'unknown';
  readonly code: SmsErrorCode | undefined;
  readonly readWhole: number;
  /** Whether the outcome of the send is true. */
  readonly true: boolean;
  /** Connections after the one with the fault. */
  readonly furtherConnections: number;
}

const TEXT = 'the message of this cell';
// Deadlines are short if they must pass, and out of reach if they must not.
const SHORT = 500;
const MOST_TIMES = 20;
const SLOWLY = 25;
const GARBAGE = Buffer.from('\x00\xff\x07 this is no HTTP \x00\xfe\r\n\r\n'.repeat(20), 'latin1');
const HALF_HEAD = ACCEPTANCE.indexOf('Content-Length') + 3;
const HALF_BODY = headLength(ACCEPTANCE) + 30;

/**
 * Plays one cell; undefined if this system cannot.
 *
 * On a busy machine, a short deadline can pass before the gateway reaches the phase. Then the cell is
 * played again.
 */
export async function play(cell: Cell): Promise<Observed | undefined> {
  if (cell.phase === 'before accept' && cell.end === 'stall') return playDeaf(cell);
  for (let time = 0; time < MOST_TIMES; time += 1) {
    const observed = await playOnce(cell);
    if (observed) return observed;
  }
  throw new Error(`The gateway never reached '${cell.phase}'`);
}

async function playOnce(cell: Cell): Promise<Observed | undefined> {
  const onSocket = cell.phase === 'TLS handshake' ? handshake(cell.end) : undefined;
  await using gateway = await RawGateway.listen({ tls: cell.tls, ...(onSocket && { onSocket }) });
  let reached = isConnecting(cell);
  gateway.script = firstOnly(gateway, cell, () => (reached = true));
  // Nothing listens on port 1: it is not an ephemeral port, and no test picks it.
  const refusing = `${cell.tls ? 'https' : 'http'}://127.0.0.1:1`;
  const url = cell.phase === 'before accept' ? refusing : gateway.url;
  const observed = await playOn(url, cell, gateway);
  if (gateway.problems.length > 0) throw gateway.problems[0];
  return reached ? observed : undefined;
}

async function playDeaf(cell: Cell): Promise<Observed | undefined> {
  await using deaf = await DeafPort.open();
  if (!deaf) return undefined;
  await using nobody = await RawGateway.listen();
  // Awaited here, because the port is closed when this function returns.
  return await playOn(`${cell.tls ? 'https' : 'http'}://127.0.0.1:${deaf.port}`, cell, nobody);
}

async function playOn(baseUrl: string, cell: Cell, gateway: RawGateway): Promise<Observed> {
  const passes = cell.end === 'stall' || cell.end === 'drip';
  const connecting = isConnecting(cell);
  const connect = passes && connecting ? SHORT : GENEROUS;
  const mustPass = passes && !connecting && cell.phase !== 'whole answer sent';
  const idles = cell.phase === 'idle, between two sends';
  const secured = cell.tls && { ca: CERTIFICATE };
  const dispatcher =
    cell.tls || idles
      ? new Agent({ connections: 1, connect: { ...secured, timeout: connect } })
      : undefined;
  // The client may learn later than the gateway that its connection has ended.
  const disconnected =
    dispatcher && new Promise((resolve) => dispatcher.once('disconnect', resolve));
  const app = await openAccount({
    baseUrl,
    timeout: { connect, attempt: mustPass ? SHORT : GENEROUS, total: GENEROUS },
    // A second attempt is allowed, and must be made only of what was definitely not sent.
    retry: { attempts: 2, base: 0 },
    maxConnections: 1,
    ...(dispatcher && { dispatcher }),
  });
  try {
    if (cell.reused) await outcomeOf(app.sms.send(message('the send before')));
    if (idles) await disconnected;
    const outcome = await outcomeOf(app.sms.send(message(TEXT)));
    const readWhole = gateway.readWhole(TEXT);
    return {
      status: outcome.status,
      code: outcome.status === 'accepted' ? undefined : outcome.error.code,
      readWhole,
      true: isTrue(outcome, readWhole),
      furtherConnections: gateway.accepted - 1,
    };
  } finally {
    await app.close();
    await dispatcher?.destroy();
  }
}

function isConnecting({ phase }: Cell): boolean {
  return phase === 'before accept' || phase === 'TLS handshake';
}

// The first connection gets the fault; any other one gets good answers.
function firstOnly(gateway: RawGateway, cell: Cell, onReached: () => void): Script {
  return async (conversation) => {
    if (gateway.accepted > 1) return well(conversation);
    if (cell.reused) await answerWell(conversation);
    await reach(conversation, cell.phase);
    onReached();
    await finish(conversation, cell);
  };
}

async function reach(conversation: Conversation, phase: Phase): Promise<void> {
  switch (phase) {
    case 'accepted, nothing read':
      return conversation.awaitRequest();
    case 'part of the head read':
      return conversation.readPartOfHead();
    case 'part of the body read':
      return conversation.readPartOfBody();
    case 'idle, between two sends':
      return undefined;
    default:
      await conversation.readRequest();
  }
  if (phase === "part of the answer's head sent")
    await conversation.write(ACCEPTANCE.subarray(0, HALF_HEAD));
  if (phase === "part of the answer's body sent")
    await conversation.write(ACCEPTANCE.subarray(0, HALF_BODY));
  return undefined;
}

async function finish(conversation: Conversation, { phase, end }: Cell): Promise<void> {
  if (phase === 'whole answer sent' && end !== 'drip') await conversation.write(ACCEPTANCE);
  switch (end) {
    case 'FIN':
      conversation.fin();
      return;
    case 'RST':
      conversation.rst();
      return;
    case 'stall':
      return conversation.stall();
    case 'garbage':
      await conversation.write(GARBAGE);
      return conversation.stall();
    case 'drip':
      return drip(conversation, phase);
  }
}

function drip(conversation: Conversation, phase: Phase): Promise<void> {
  switch (phase) {
    case 'part of the head read':
    case 'part of the body read':
      return conversation.readSlowly(SLOWLY);
    case "part of the answer's head sent":
      return conversation.drip(ACCEPTANCE.subarray(HALF_HEAD), SLOWLY);
    case "part of the answer's body sent":
      return conversation.drip(ACCEPTANCE.subarray(HALF_BODY), SLOWLY);
    case 'whole answer sent':
      return conversation.drip(ACCEPTANCE, 0);
    default:
      return conversation.drip(ACCEPTANCE, SLOWLY);
  }
}

const RECORD = Buffer.concat([Buffer.from('160303400002003ffc0303', 'hex'), Buffer.alloc(16_384)]);

function handshake(end: End): (socket: Socket) => void {
  return (socket) => {
    socket.once('data', () => {
      if (end === 'FIN') socket.end();
      if (end === 'RST') socket.resetAndDestroy();
      if (end === 'garbage') socket.write(GARBAGE);
      if (end === 'drip') dripRecord(socket);
    });
  };
}

function dripRecord(socket: Socket): void {
  let at = 0;
  const timer = setInterval(() => socket.write(RECORD.subarray(at, ++at)), SLOWLY);
  socket.once('close', () => clearInterval(timer));
}
