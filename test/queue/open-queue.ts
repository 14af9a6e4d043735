import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  getSmsServiceToken,
  SmsFailoverModule,
  SmsGatewayModule,
  type SmsGatewayOptions,
  type SmsService,
} from '../../lib/index.js';
import {
  type SmsQueue,
  type SmsQueueCounts,
  SmsQueueModule,
  type SmsQueueOptions,
  type SmsQueueStatus,
} from '../../lib/extras/queue/index.js';
import { QueueConnection } from '../../lib/extras/queue/queue-connection.js';
import type { MessageStore } from '../../lib/extras/queue/store/message-store.js';
import {
  getSmsReportsToken,
  type SmsReports,
  SmsReportsModule,
  type SmsReportsOptions,
} from '../../lib/extras/reports/index.js';
import { PASSWORD_AUTH } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { SILENT } from '../support/keep-log.js';
import { type Script, ScriptedGateway } from '../support/scripted-gateway.js';
import type { TestStore } from './stores.mjs';

/** The package with a queue, in an app. */
export interface QueueApp {
  readonly queue: SmsQueue;
  /** The account, or failover, that it sends through. */
  readonly sms: SmsService;
  /**
   * Takes delivery reports, as the gateway would post them. Only with the option `reports`. Of a failover, for
   * its second account.
   */
  report(...bodies: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

let count = 0;

/** A name that no other queue of the store has. */
export function freshName(): string {
  count += 1;
  return `test-${process.pid}-${Date.now()}-${count}`;
}

export interface QueueAppOptions extends Partial<SmsQueueOptions> {
  readonly url: SmsQueueOptions['connection'];
  /** The gateway's address. */
  readonly gateway: string;
  /** The address of a second gateway: the queue then sends through a failover over both. */
  readonly backup?: string;
  /** Apps with the same name share a queue. */
  readonly name?: string;
  readonly account?: Partial<SmsGatewayOptions>;
  /** The options of `SmsReportsModule`, which is registered with the option `reports`. */
  readonly asking?: SmsReportsOptions;
  readonly logger?: LoggerService;
}

/** Keys of the tests. */
export const KEY = 'ab'.repeat(32);

/** Opens an app with a queue and its worker. It is closed after the test, if not before. */
export async function openQueueApp({
  url,
  gateway,
  backup,
  name = freshName(),
  account,
  asking = {},
  logger = SILENT,
  ...options
}: QueueAppOptions): Promise<QueueApp> {
  const accountOf = (its: string, baseUrl: string) =>
    SmsGatewayModule.forRoot({
      name: its,
      baseUrl,
      auth: PASSWORD_AUTH,
      retry: { attempts: 1 },
      drain: 0,
      ...account,
    });
  const accounts = [`${name}-primary`, `${name}-backup`] as const;
  const reported = options.reports ? (backup === undefined ? [name] : accounts) : [];
  const module = await Test.createTestingModule({
    imports: [
      ...(backup === undefined
        ? [accountOf(name, gateway)]
        : [
            accountOf(accounts[0], gateway),
            accountOf(accounts[1], backup),
            SmsFailoverModule.forRoot({ name, accounts }),
          ]),
      ...reported.map((its) => SmsReportsModule.forRoot({ ...asking, name: its })),
      SmsQueueModule.forRoot({
        name,
        connection: url,
        encryptionKeys: [KEY],
        drain: 5000,
        ...options,
      }),
    ],
  })
    .setLogger(logger)
    .compile();
  await module.init();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= module.close());
  afterThisTest(close);
  const token = Symbol.for(`nestjs-sms-gateway:queue:${name}`);
  const sms = module.get<SmsService>(getSmsServiceToken(name), { strict: false });
  const report = async (...bodies: readonly object[]): Promise<void> => {
    const its = getSmsReportsToken(reported.at(-1));
    const reports = module.get<SmsReports>(its, { strict: false });
    for (const body of bodies) await reports.receive({ body });
  };
  return { queue: module.get<SmsQueue>(token), sms, report, close };
}

const GENEROUS = 20_000;

/** Waits until something is true. */
export async function until<T>(
  read: () => Promise<T>,
  isRight: (value: T) => boolean,
  patience = GENEROUS,
): Promise<T> {
  const deadline = performance.now() + patience;
  for (;;) {
    const value = await read();
    if (isRight(value)) return value;
    if (performance.now() > deadline) throw new Error(`It stayed ${JSON.stringify(value)}`);
    await sleep(20);
  }
}

const { run } = QueueConnection.prototype;

/** In the place of `run`: lets an operation take more than its second, too short for a busy machine. */
function runPatiently<T>(
  this: QueueConnection,
  operation: (store: MessageStore) => Promise<T>,
): Promise<T> {
  return run.bind(this)(operation, GENEROUS);
}

/** What a queue keeps to itself: its connection. */
export function connectionOf(queue: SmsQueue): QueueConnection {
  const connection: unknown = Reflect.get(queue, 'connection');
  if (connection instanceof QueueConnection) return connection;
  throw new TypeError('It has no connection');
}

/** The store of a queue, once it answers. */
export const storeOf = (queue: SmsQueue): Promise<MessageStore> => connectionOf(queue).opened;

/** Whether a status is an outcome. */
const ended = (status: unknown): boolean =>
  ['accepted', 'not-sent', 'unknown'].includes(String(status));

/** Waits until the outcome of a message is known, and returns it. */
export async function outcomeOf(queue: SmsQueue, id: string) {
  await until(() => queue.status(id), ended);
  return queue.outcome(id);
}

/** Waits until a message has a status. */
export async function reaches(queue: SmsQueue, id: string, status: SmsQueueStatus): Promise<void> {
  await until(
    () => queue.status(id),
    (found) => found === status,
  );
}

/** Waits until the counts of a queue are right. */
export const counted = (queue: SmsQueue, isRight: (counts: SmsQueueCounts) => boolean) =>
  until(() => queue.counts(), isRight);

/** All that something yields. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Tries until something succeeds, and returns what it resolves with. */
export async function succeeds<T>(work: () => Promise<T>): Promise<T> {
  const tried = await until(
    () =>
      work()
        .then((value) => ({ value }))
        .catch(() => undefined),
    (done) => done !== undefined,
  );
  if (!tried) throw new Error('It never succeeded');
  return tried.value;
}

/** Opens an app and the gateway that it sends to, and waits until the store answers. */
export async function openWithGateway(
  store: TestStore,
  script: Script = {},
  options: Partial<QueueAppOptions> = {},
) {
  QueueConnection.prototype.run = runPatiently;
  const gateway = await ScriptedGateway.listen(script);
  const app = await openQueueApp({ url: store.url, gateway: gateway.url, ...options });
  await succeeds(() => app.queue.counts());
  return { ...app, gateway };
}
