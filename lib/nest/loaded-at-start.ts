import type { ModuleRef, ModulesContainer } from '@nestjs/core';
import { SmsConfigurationError } from '../core/errors/index.js';

type Module = NonNullable<ReturnType<ModulesContainer['get']>>;

/**
 * Checks that Nest calls the hooks of a module. It does not if the module is loaded with `LazyModuleLoader`: its
 * queue would add messages and never send them, its events would reach no handler, and nothing would be closed.
 *
 * @param ref that of the module, which each module has of its own
 * @param name the name of the module's class
 * @throws SmsConfigurationError
 */
export function checkLoadedAtStart(ref: ModuleRef, modules: ModulesContainer, name: string): void {
  const own = [...modules.values()].find((module) =>
    [...module.providers.values()].some(({ instance }) => instance === ref),
  );
  if (!own || modulesAtStart(modules).has(own)) return;
  throw new SmsConfigurationError(
    `${name} cannot be loaded with LazyModuleLoader, because Nest neither starts nor closes what is loaded so. Import it at start, for example in AppModule, with isGlobal: true. Modules that are loaded lazily can then inject what it provides.`,
  );
}

/** Those that the root module imports. What is loaded later is imported by none of them. */
function modulesAtStart(modules: ModulesContainer): ReadonlySet<Module> {
  // The first one is Nest's own.
  const [, root] = modules.values();
  const found = new Set<Module>(root && [root]);
  // A set also gives what is added while it is read.
  for (const module of found) for (const imported of module.imports) found.add(imported);
  return found;
}
