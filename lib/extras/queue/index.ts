export { bullQueueOf } from './bull-queue-of.js';
export * from './create-guard-store.js';
export * from './sms-queue.module.js';
export type * from './sms-queue.options.js';
export * from './sms-queue.js';
