// Lets the world's TypeScript run in plain Node.js on a built package, whose folder is in WORLD_PACKAGE.
import { pathToFileURL } from 'node:url';
import { load, resolve as resolveSource } from '../support/typescript-hooks.mjs';

const LIB = new URL('../../lib/', import.meta.url).href;
const BUILT = `${pathToFileURL(process.env['WORLD_PACKAGE']).href}/lib/`;

export { load };

export async function resolve(specifier, context, next) {
  const isOwn = specifier.startsWith('.') && context.parentURL !== undefined;
  const url = isOwn ? new URL(specifier, context.parentURL).href : specifier;
  if (url.startsWith(LIB)) return next(BUILT + url.slice(LIB.length), context);
  return resolveSource(specifier, context, next);
}
