import type * as undiciModule from 'undici';

/** All of undici. */
export type Undici = typeof undiciModule;

let undici: Promise<Undici> | undefined;

/**
 * Loads undici with the first account and not with the package, whose import would take half as long
 * again. Once, because Jest cannot import a module twice at the same time.
 */
export function loadUndici(): Promise<Undici> {
  undici ??= import('undici');
  return undici;
}
