import type { ConfigurableModuleAsyncOptions } from '@nestjs/common';

type Way = 'useFactory' | 'useClass' | 'useExisting';
type Async<Options, Method extends string> = ConfigurableModuleAsyncOptions<Options, Method>;

/** Nest's async options, with at least one way to create the options: Nest's type needs none. */
export type AsyncOptions<Options, Method extends string> = Async<Options, Method> &
  { [Each in Way]: Required<Pick<Async<Options, Method>, Each>> }[Way];
