import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

export async function resolve(specifier, context, next) {
  const resolved = await next(onSources(specifier, context.parentURL), context);
  // A query on an entry makes a copy of its own of everything that it imports.
  const query = context.parentURL && new URL(context.parentURL).search;
  const isOurs = resolved.url.endsWith('.ts');
  return query && isOurs ? { ...resolved, url: resolved.url + query } : resolved;
}

export async function load(url, context, next) {
  const { pathname } = new URL(url);
  if (!pathname.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(new URL(pathname, url));
  const { code } = await transform(await readFile(path, 'utf8'), {
    filename: path,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}

function onSources(specifier, parent) {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js')) return specifier;
  const source = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  return existsSync(fileURLToPath(source)) ? source.href : specifier;
}
