import type { ModuleRef, ModulesContainer } from '@nestjs/core';
import { SmsConfigurationError } from '../core/errors/index.js';

type Module = NonNullable<ReturnType<ModulesContainer['get']>>;

/**
 * Checks that Nest calls the lifecycle hooks of a module. Nest does not if the module is loaded with
 * `LazyModuleLoader`: its queue would add messages and never send them, its events would reach no handler, and
 * nothing would be closed.
 *
 * @param ref the module's own `ModuleRef`
 * @param name the name of the module's class
 * @throws SmsConfigurationError
 */
export function checkLoadedAtStart(ref: ModuleRef, modules: ModulesContainer, name: string): void {
  const ownModule = [...modules.values()].find((module) =>
    [...module.providers.values()].some(({ instance }) => instance === ref),
  );
  if (!ownModule || modulesAtStart(modules).has(ownModule)) return;
  throw new SmsConfigurationError(
    `${name} cannot be loaded with LazyModuleLoader, because Nest neither starts nor closes lazily loaded modules. Import it when the app starts, for example in AppModule, with isGlobal: true. Lazily loaded modules can then inject what it provides.`,
  );
}

/**
 * The modules that the root module imports, directly or indirectly. None of them imports a module that is loaded
 * later.
 */
function modulesAtStart(modules: ModulesContainer): ReadonlySet<Module> {
  // The first module is Nest's own.
  const [, root] = modules.values();
  const graph = new Set<Module>(root && [root]);
  // Iterating over a set includes what is added meanwhile.
  for (const module of graph) for (const imported of module.imports) graph.add(imported);
  return graph;
}
