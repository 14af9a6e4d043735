import { PrismaPg } from '@prisma/adapter-pg';
import { getPrismaClient } from '@prisma/client/runtime/client';
import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import knex from 'knex';
import { CompiledQuery, Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import type { SmsQueueTransaction } from 'nestjs-sms-gateway/queue';
import pg from 'pg';
import { DataSource } from 'typeorm';
import {
  withDrizzle,
  withKnex,
  withKysely,
  withPg,
  withPrisma,
  withTypeOrm,
} from './examples/adapters.js';

/** A transaction of a library, as an app uses it. */
interface OrmTransaction {
  readonly transaction: SmsQueueTransaction;
  insertOrder(phone: string): Promise<unknown>;
  /** Runs a statement that PostgreSQL refuses. */
  fail(): Promise<unknown>;
}

/** A library that reaches PostgreSQL. */
export interface Orm {
  /** Commits when `work` resolves, and rolls back when it rejects. */
  inTransaction<T>(work: (tx: OrmTransaction) => Promise<T>): Promise<T>;
  /** Runs statements outside of a transaction: what must not be given to a queue. */
  readonly outside: SmsQueueTransaction;
  close(): Promise<unknown>;
}

const INSERT = 'insert into orders (phone) values ';
const BROKEN = 'select 1 / 0';

async function openPg(connectionString: string): Promise<Orm> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  return {
    async inTransaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work({
          transaction: withPg(client),
          insertOrder: (phone) => client.query(`${INSERT} ($1)`, [phone]),
          fail: () => client.query(BROKEN),
        });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    outside: (text, values) => pool.query(text, values),
    close: () => pool.end(),
  };
}

async function openTypeOrm(url: string): Promise<Orm> {
  const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
  return {
    inTransaction: (work) =>
      dataSource.transaction((manager) =>
        work({
          transaction: withTypeOrm(manager),
          insertOrder: (phone) => manager.query(`${INSERT} ($1)`, [phone]),
          fail: () => manager.query(BROKEN),
        }),
      ),
    outside: withTypeOrm(dataSource.manager),
    close: () => dataSource.destroy(),
  };
}

async function openKnex(connection: string): Promise<Orm> {
  const db = knex({ client: 'pg', connection });
  return {
    inTransaction: (work) =>
      db.transaction((trx) =>
        work({
          transaction: withKnex(trx),
          insertOrder: (phone) => trx('orders').insert({ phone }),
          fail: () => trx.raw(BROKEN),
        }),
      ),
    outside: (text, values) => db.raw(text.replaceAll(/\$\d+/g, '?'), values),
    close: () => db.destroy(),
  };
}

async function openKysely(connectionString: string): Promise<Orm> {
  const db = new Kysely<{ orders: { phone: string } }>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }),
  });
  return {
    inTransaction: (work) =>
      db.transaction().execute((trx) =>
        work({
          transaction: withKysely(trx),
          insertOrder: (phone) => trx.insertInto('orders').values({ phone }).execute(),
          fail: () => kyselySql.raw(BROKEN).execute(trx),
        }),
      ),
    outside: (text, values) => db.executeQuery(CompiledQuery.raw(text, values)),
    close: () => db.destroy(),
  };
}

async function openDrizzle(connectionString: string): Promise<Orm> {
  const pool = new pg.Pool({ connectionString });
  const db = drizzle(pool);
  return {
    inTransaction: (work) =>
      db.transaction((tx) =>
        work({
          transaction: withDrizzle(tx),
          insertOrder: (phone) =>
            tx.execute(drizzleSql`insert into orders (phone) values (${phone})`),
          fail: () => tx.execute(drizzleSql.raw(BROKEN)),
        }),
      ),
    outside: withDrizzle(db),
    close: () => pool.end(),
  };
}

interface PrismaTransaction {
  $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T>;
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

interface PrismaClient extends PrismaTransaction {
  $transaction<T>(work: (tx: PrismaTransaction) => Promise<T>): Promise<T>;
  $disconnect(): Promise<void>;
}

async function openPrisma(connectionString: string): Promise<Orm> {
  const Client: Function = getPrismaClient(PRISMA_CONFIG);
  const prisma: PrismaClient = Reflect.construct(Client, [
    {
      adapter: new PrismaPg({ connectionString }),
      // Its own limits of 2 and 5 s are too short for a busy machine.
      transactionOptions: { maxWait: 20_000, timeout: 60_000 },
    },
  ]);
  return {
    inTransaction: (work) =>
      prisma.$transaction((tx) =>
        work({
          transaction: withPrisma(tx),
          insertOrder: (phone) => tx.$executeRaw`insert into orders (phone) values (${phone})`,
          fail: () => tx.$queryRawUnsafe(BROKEN),
        }),
      ),
    outside: withPrisma(prisma),
    close: () => prisma.$disconnect(),
  };
}

// What `prisma generate` writes for a schema without models. To run it, Prisma downloads a binary
// that is not on npm, which the tests should not depend on.
const COMPILER: string = '@prisma/client/runtime/query_compiler_fast_bg.postgresql';
const PRISMA_CONFIG: Parameters<typeof getPrismaClient>[0] = {
  previewFeatures: [],
  clientVersion: '7.10.0',
  engineVersion: '0',
  activeProvider: 'postgresql',
  inlineSchema: 'datasource db {\n  provider = "postgresql"\n}\n',
  runtimeDataModel: { models: {}, enums: {}, types: {} },
  parameterizationSchema: { strings: [], graph: 'AAAA' },
  compilerWasm: {
    getRuntime: () => import(`${COMPILER}.mjs`),
    getQueryCompilerWasmModule: async () => {
      const { wasm } = await import(`${COMPILER}.wasm-base64.mjs`);
      // Its type comes with that of browsers only.
      const { Module } = Reflect.get(globalThis, 'WebAssembly');
      return new Module(Buffer.from(wasm, 'base64'));
    },
    importName: './query_compiler_fast_bg.js',
  },
};

/** The libraries whose transactions a queue is tested with. */
export const ORMS: Readonly<Record<string, (url: string) => Promise<Orm>>> = {
  pg: openPg,
  TypeORM: openTypeOrm,
  Knex: openKnex,
  Kysely: openKysely,
  Drizzle: openDrizzle,
  Prisma: openPrisma,
};
