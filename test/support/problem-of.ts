import { Test } from '@nestjs/testing';
import { SmsConfigurationError } from '../../lib/index.js';

type Imports = NonNullable<Parameters<typeof Test.createTestingModule>[0]['imports']>;

/** What an app that imports these fails with. */
export async function problemOf(...imports: Imports): Promise<string> {
  const error: unknown = await Test.createTestingModule({ imports })
    .compile()
    .then((module) => module.init())
    .then(
      () => new Error('It started'),
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(SmsConfigurationError);
  return error instanceof Error ? error.message : '';
}
