import type { SmsQueueTransaction } from 'nestjs-sms-gateway/queue';

import type { ClientBase } from 'pg';

export const withPg =
  (client: ClientBase): SmsQueueTransaction =>
  (text, values) =>
    client.query(text, values);

import type { EntityManager } from 'typeorm';

export const withTypeOrm =
  (manager: EntityManager): SmsQueueTransaction =>
  (text, values) =>
    manager.query(text, values);

import type { Knex } from 'knex';

export const withKnex =
  (trx: Knex.Transaction): SmsQueueTransaction =>
  (text, values) =>
    trx.raw(text.replaceAll(/\$\d+/g, '?'), values);

import { CompiledQuery, type Transaction } from 'kysely';

export const withKysely =
  <DB>(trx: Transaction<DB>): SmsQueueTransaction =>
  (text, values) =>
    trx.executeQuery(CompiledQuery.raw(text, values));

import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';

export const withDrizzle =
  (tx: Pick<PgDatabase<NodePgQueryResultHKT>, 'execute'>): SmsQueueTransaction =>
  (text, values) => {
    const parts = text.split(/\$\d+/).map((part) => sql.raw(part));
    return tx.execute(
      sql.join(parts.flatMap((part, i) => (i ? [sql`${values[i - 1]}`, part] : part))),
    );
  };

// Prisma: give it the `tx` of `prisma.$transaction(async (tx) => …)`.
interface PrismaTransaction {
  $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T>;
}

export const withPrisma =
  (tx: PrismaTransaction): SmsQueueTransaction =>
  (text, values) =>
    tx.$queryRawUnsafe<unknown[]>(text, ...values);
