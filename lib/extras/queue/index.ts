export { bullQueueOf } from './bull-queue-of.js';
export {
  createGuardStore,
  type SmsGuardStoreOptions,
  type SmsSharedGuardStore,
} from './create-guard-store.js';
export {
  SmsQueueModule,
  type SmsQueueModuleAsyncOptions,
  type SmsQueueModuleOptions,
  type SmsQueueRegistration,
} from './sms-queue.module.js';
export type * from './sms-queue.options.js';
export * from './sms-queue.js';
