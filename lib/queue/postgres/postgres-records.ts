import type { Pool } from 'pg';
import { memberOf } from '../../common/members.js';
import type { RecordStore } from '../../records/record-store.js';
import { otpSchema, postgresOtpStore } from '../../records/postgres-otp-store.js';
import { postgresReportRecords, type ReportRecords } from '../jobs/report-records.js';

// In a schema of our own, because BullMQ migrates its schema itself.
const TABLE = 'sms_gateway.record';
const SCHEMA = `SELECT pg_advisory_xact_lock(hashtextextended('${TABLE}', 0));
CREATE SCHEMA IF NOT EXISTS sms_gateway;
${otpSchema(TABLE)}`;

/** PostgreSQL's error codes for a missing schema or table. */
const MISSING = /^(?:3F000|42P01)$/;

// What a read returns while there is no table: the store's time without a record, and no records.
const NO_RECORD = 'SELECT extract(epoch FROM statement_timestamp()) * 1000 AS now';
const NONE = 'SELECT WHERE false';

/** Stores records in PostgreSQL, like those of one-time passwords. Creates the table when a record is first stored. */
export function postgresRecords(pool: Pick<Pool, 'query'>): RecordStore {
  return postgresOtpStore((text, values) => queryTable(pool, text, values), TABLE);
}

/** Stores the records of delivery reports in the same table. */
export function postgresReports(pool: Pick<Pool, 'query'>): ReportRecords {
  return postgresReportRecords((text, values) => queryTable(pool, text, values, NONE), TABLE);
}

// Not at each start of a worker, because even `CREATE INDEX IF NOT EXISTS` locks the table.
async function queryTable(
  pool: Pick<Pool, 'query'>,
  text: string,
  values: unknown[],
  ifMissing = NO_RECORD,
) {
  try {
    return await pool.query(text, values);
  } catch (error) {
    if (!MISSING.test(String(memberOf(error, 'code')))) throw error;
  }
  // Workers only read, and their role may not create tables.
  if (text.startsWith('SELECT')) return pool.query(ifMissing);
  // Without values, PostgreSQL runs all statements in one transaction.
  await pool.query(SCHEMA);
  return pool.query(text, values);
}
