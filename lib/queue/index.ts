export { bullQueueOf } from './bull-queue-of.js';
export { createGuardStore, type SmsSharedGuardStore } from './guard-store.js';
export {
  getSmsQueueToken,
  InjectSmsQueue,
  SmsQueueModule,
  type SmsQueueModuleAsyncOptions,
  type SmsQueueModuleOptions,
  type SmsQueueRegistration,
} from './sms-queue.module.js';
export type {
  SmsQueueOptions,
  SmsQueueOptionsFactory,
  SmsQueuePool,
  SmsQueueRedis,
} from './sms-queue.options.js';
export {
  SmsQueue,
  type SmsQueueAdded,
  type SmsQueueAddManyOptions,
  type SmsQueueAddOptions,
  type SmsQueueBroadcastOptions,
  type SmsQueueBroadcastRun,
  type SmsQueueCounts,
  type SmsQueueOptionsOfMany,
  type SmsQueueOutcome,
  type SmsQueuePriority,
  type SmsQueueRun,
  type SmsQueueRunOutcome,
  type SmsQueueStatus,
  type SmsQueueTally,
  type SmsQueueUnknown,
} from './sms-queue.js';
export type { SmsQueueTransaction, SmsQueueValue } from './transaction.js';
