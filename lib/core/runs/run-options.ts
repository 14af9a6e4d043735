import type { z } from 'zod';
import { sendOptions } from '../options/call-options.js';
import { wholeNumber } from '../options/schemas.js';
import type { BroadcastOptions, SendManyOptions } from './sms-run.js';

/** The options of `sendMany`. */
export const sendManyOptions = sendOptions.extend({
  concurrency: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
}) satisfies z.ZodType<unknown, SendManyOptions>;

/** The numbers in one send of a broadcast. */
export const batchSize = wholeNumber(1, Number.MAX_SAFE_INTEGER).default(100);

/** The options of `broadcast`. */
export const broadcastOptions = sendManyOptions.extend({ batchSize }) satisfies z.ZodType<
  unknown,
  BroadcastOptions
>;
