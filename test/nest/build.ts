import type { ModuleMetadata } from '@nestjs/common';
import { Test, type TestingModule, type TestingModuleBuilder } from '@nestjs/testing';
import { afterThisTest } from '../support/clean-up.js';

type Overriding = (builder: TestingModuleBuilder) => TestingModuleBuilder;
type Imports = NonNullable<ModuleMetadata['imports']>;

const asItIs: Overriding = (builder) => builder;

/** Builds a module as an app has it. It is closed after the test at the latest. */
export async function build(
  imports: Imports,
  metadata: ModuleMetadata = {},
  overriding = asItIs,
): Promise<TestingModule> {
  const builder = overriding(Test.createTestingModule({ ...metadata, imports }));
  const module = await builder.compile();
  afterThisTest(() => module.close());
  await module.init();
  return module;
}

/** What building a module must fail with. */
export async function buildError(imports: Imports): Promise<unknown> {
  return build(imports).then(
    () => new Error('The module was built'),
    (reason: unknown) => reason,
  );
}
