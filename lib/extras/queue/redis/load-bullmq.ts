import type * as bullmq from 'bullmq';
import { hasMethods, memberOf } from '../../../core/common/members.js';
import { SmsConfigurationError } from '../../../core/errors/index.js';
import { checkVersion, importError } from '../../packages/optional-package.js';
import type { SmsQueueBullMq } from '../sms-queue.options.js';

/** The module `bullmq`. */
export type BullMq = typeof bullmq;

const CLASSES = ['createRedisBackend', 'DelayedError', 'UnrecoverableError'] as const;

type Classes = 'Job' | 'Queue' | 'RedisQueueBackend' | 'Worker';

const ALIAS =
  " If the app itself needs the one that was found, install both: npm install bullmq6@npm:bullmq@6, and pass bullmq: await import('bullmq6') to SmsQueueModule.";

/** The methods that the queue calls, or replaces, of each class. A later version could lack one. */
const METHODS = {
  Queue: [
    'add',
    'clean',
    'getCountsPerPriority',
    'getJob',
    'getJobCounts',
    'getJobState',
    'getJobs',
    'getRanges',
    'getWorkersCount',
    'isPaused',
    'pause',
    'resume',
    'waitUntilReady',
  ],
  Worker: ['close'],
  Job: ['moveToCompleted', 'moveToDelayed'],
  RedisQueueBackend: ['moveToActive', 'moveToFailed', 'waitForJob'],
} satisfies { readonly [Name in Classes]: readonly (keyof InstanceType<BullMq[Name]>)[] };

/**
 * Checks the BullMQ that the user gave, or loads the one that is installed.
 *
 * @param user what needs it
 * @throws SmsConfigurationError if it is missing, its version does not work, or it lacks what the queue uses
 */
export async function loadBullMq(copy: SmsQueueBullMq | undefined, user: string): Promise<BullMq> {
  const loaded = copy ?? (await importBullMq(user));
  const version = versionOf(loaded);
  checkVersion('bullmq', version, user, copy ? '' : ALIAS);
  if (version === undefined || !hasMethods<BullMq>(loaded, ...CLASSES)) {
    throw new SmsConfigurationError(
      `${user} found no BullMQ in ${copy ? 'its option bullmq' : "the package 'bullmq'"}. Provide the module itself, for example bullmq: await import('bullmq6').`,
    );
  }
  const [missing] = missingIn(loaded);
  if (missing === undefined) return loaded;
  throw new SmsConfigurationError(
    `${user} needs ${missing}, which bullmq ${version} does not have. Install an earlier version: npm install bullmq@6.7.`,
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
function versionOf(loaded: object): string | undefined {
  const queue = Object(memberOf(memberOf(loaded, 'Queue'), 'prototype'));
  const values: unknown = Reflect.get(queue, 'metaValues', { opts: {} });
  return /\d.*/.exec(String(memberOf(values, 'version')))?.[0];
}

/** The names of methods that are not there. */
function missingIn(bull: BullMq): readonly string[] {
  return Object.entries(METHODS).flatMap(([name, methods]) => {
    const prototype = memberOf(memberOf(bull, name), 'prototype');
    return methods.filter((key) => !hasMethods(prototype, key)).map((key) => `${name}.${key}`);
  });
}
