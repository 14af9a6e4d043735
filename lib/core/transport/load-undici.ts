import { hasMethods, memberOf } from '../common/members.js';
import { SmsConfigurationError } from '../errors/index.js';
import type * as undiciModule from 'undici';

/** All of undici. */
export type Undici = typeof undiciModule;

let undici: Promise<Undici> | undefined;

/**
 * Loads undici with the first account and not with the package, whose import would take half as long
 * again. Once, because Jest cannot import a module twice at the same time.
 *
 * @throws SmsConfigurationError if the runtime has another one in its place
 */
export async function loadUndici(): Promise<Undici> {
  const loadedModule = await (undici ??= import('undici'));
  if (hasMethods(memberOf(loadedModule.Agent, 'prototype'), 'dispatch')) return loadedModule;
  throw new SmsConfigurationError(
    'No request can be made: this runtime replaces the package undici with one without dispatch(), as Bun does. Run the app on Node.js.',
  );
}
