import type { ClientBase, PoolConfig } from 'pg';

type Client = new () => ClientBase;

/**
 * How values are read, by the ids of PostgreSQL's types. Other values stay
 * text. Does not use pg's own parsers, because an app may have replaced them.
 */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  /* bool */ 16: (text) => text === 't',
  /* int2 */ 21: Number,
  /* int4 */ 23: Number,
  /* float8 */ 701: Number,
};

const asIs = (text: string): string => text;

/**
 * The settings of a pool of ours: values are read in the same way whatever the app has set for its own pool or
 * for all pools.
 *
 * @param Client of the package `pg`
 */
export function readingOurWay(Client: Client, config: PoolConfig): PoolConfig {
  class TextClient extends (config.Client ?? Client) {
    /**
     * Whether PostgreSQL sends values in its binary format. pg also reads this from settings that apply to all
     * pools.
     */
    protected readonly binary = false;
  }
  return {
    ...config,
    Client: TextClient,
    types: { getTypeParser: (id: number) => PARSERS[id] ?? asIs },
  };
}
