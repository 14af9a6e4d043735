import type * as bullmq from 'bullmq';
import { hasMethods, memberOf } from '../../core/common/members.js';
import { SmsConfigurationError } from '../../core/errors/index.js';
import { checkVersion, importError } from '../packages/optional-package.js';
import type { SmsQueueBullMq } from './sms-queue.options.js';

/** The module `bullmq`. */
export type BullMq = typeof bullmq;

const ALIAS =
  " If the app itself needs the one that was found, install both: npm install bullmq6@npm:bullmq@~6.7.0, and pass bullmq: await import('bullmq6') to SmsQueueModule.";

/**
 * Checks the BullMQ that the user gave, or loads the one that is installed.
 *
 * @param user what needs it
 * @throws SmsConfigurationError if it is missing, or its version was not tested
 */
export async function loadBullMq(given: SmsQueueBullMq | undefined, user: string): Promise<BullMq> {
  const found = given ?? (await importBullMq(user));
  const version = versionOf(found);
  checkVersion('bullmq', version, user, given ? '' : ALIAS);
  if (version !== undefined && isBullMq(found)) return found;
  throw new SmsConfigurationError(
    `${user} found no BullMQ in ${given ? 'its option bullmq' : "the package 'bullmq'"}. Provide the module itself, for example bullmq: await import('bullmq6').`,
  );
}

async function importBullMq(user: string): Promise<BullMq> {
  try {
    return await import('bullmq');
  } catch (error) {
    throw importError('bullmq', user, error);
  }
}

/** The version that its queues write into the store. A package.json could belong to another copy. */
function versionOf(found: object): string | undefined {
  const queue = Object(memberOf(memberOf(found, 'Queue'), 'prototype'));
  const values: unknown = Reflect.get(queue, 'metaValues', { opts: {} });
  return /\d.*/.exec(String(memberOf(values, 'version')))?.[0];
}

function isBullMq(found: object): found is BullMq {
  return hasMethods(found, 'createRedisBackend', 'createPostgresBackend', 'DelayedError');
}
