import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs one statement in your transaction: with `pg`, `(text, values) => client.query(text, values)`.
 * It resolves with the rows, or with an object that has them. Placeholders are `$1`, `$2`.
 */
export type SmsQueueTransaction = (
  text: string,
  values: unknown[],
) => Promise<readonly object[] | { readonly rows: readonly object[] }>;

const current = new AsyncLocalStorage<SmsQueueTransaction>();

/** Makes a {@link transactionPool}'s queries run in a transaction of the user's. */
export function inTransaction<T>(
  transaction: SmsQueueTransaction,
  work: () => Promise<T>,
): Promise<T> {
  return current.run(transaction, work);
}

/**
 * What BullMQ takes for a `pg.Pool`, whose queries go to the user's transaction. There BullMQ's schema
 * is not in the search path, so its functions and tables are named with it.
 *
 * @param connect gives a connection of our own, on which BullMQ checks its schema once
 */
export function transactionPool(schema: string, connect: () => Promise<unknown>) {
  const qualified = (text: string): string =>
    text
      .replace(/\b(add_job|add_jobs_bulk)\(/g, `"${schema}".$1(`)
      .replace(/\bFROM job\b/g, `FROM "${schema}".job`);
  return {
    options: { keepAlive: true },
    connect,
    async query(text: string, values: unknown[] = []): Promise<{ rows: readonly object[] }> {
      const transaction = current.getStore();
      if (!transaction) throw new Error('A statement was run outside of its transaction');
      const answer = await transaction(qualified(text), values);
      return 'rows' in answer ? { rows: answer.rows } : { rows: answer };
    },
    end: () => Promise.resolve(),
    on: () => undefined,
    removeAllListeners: () => undefined,
  };
}
