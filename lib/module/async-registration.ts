import type { DynamicModule } from '@nestjs/common';

type Way = 'useFactory' | 'useClass' | 'useExisting';
type AsyncOptions = Readonly<Partial<Record<Way, unknown>>>;

/** What a `forRootAsync` takes, with at least one way to create the options: Nest's type needs none. */
export type WithAWay<Options extends AsyncOptions> = Options &
  { [Each in Way]: Required<Pick<Options, Each>> }[Way];

/** Nest's base class of a module, whose `forRootAsync` may ask for more than Nest does. */
export interface RegisteringClass<Options, Async> {
  new (): object;
  /** Registers it with options that are known in the code. */
  forRoot(options: Options): DynamicModule;
  /** Registers it with options that come from injection, for example from `ConfigService`. */
  forRootAsync(options: Async): DynamicModule;
}
