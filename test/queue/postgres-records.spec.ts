import { jest } from '@jest/globals';
import pg from 'pg';
import { postgresRecords } from '../../lib/queue/postgres-records.js';
import { storeForTests } from './describe-stores.js';

describe('the records of a queue in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('find expired ones by an index, however many records there are', async () => {
    const pool = new pg.Pool({ connectionString: tested.store.url });
    try {
      const query = jest.spyOn(pool, 'query');
      await postgresRecords(pool).swap('key', undefined, 'value', 1000);
      const insert = query.mock.calls.map(([text]) => String(text)).at(-1) ?? '';
      expect(insert).toContain('INSERT');
      await pool.query(`INSERT INTO sms_gateway.record
        SELECT 'k' || n, 'value', now() + n * interval '1 s' FROM generate_series(1, 20000) AS n`);
      await pool.query('ANALYZE sms_gateway.record');
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${insert}`, [
        'other',
        'value',
        1000,
      ]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan using sms_gateway_record_delete_at');
      expect(plan).not.toContain('Seq Scan');
    } finally {
      await pool.end();
    }
  });
});
