import type { Pool } from 'pg';
import { memberOf } from '../common/members.js';
import type { SmsOtpStore } from '../records/otp-store.js';
import { otpSchema, postgresOtpStore } from '../records/postgres-otp-store.js';

// In a schema of our own, because BullMQ migrates its schema itself.
const TABLE = 'sms_gateway.record';
const SCHEMA = `SELECT pg_advisory_xact_lock(hashtextextended('${TABLE}', 0));
CREATE SCHEMA IF NOT EXISTS sms_gateway;
${otpSchema(TABLE)}`;

/** PostgreSQL's error codes for a missing schema or table. */
const MISSING = /^(?:3F000|42P01)$/;

const NO_RECORD = 'SELECT extract(epoch FROM statement_timestamp()) * 1000 AS now';

/** Stores records in PostgreSQL, like those of one-time passwords. Creates the table when a record is first stored. */
export function postgresRecords(pool: Pick<Pool, 'query'>): SmsOtpStore {
  // Not at each start of a worker, because even `CREATE INDEX IF NOT EXISTS` locks the table.
  return postgresOtpStore(async (text, values) => {
    try {
      return await pool.query(text, values);
    } catch (error) {
      if (!MISSING.test(String(memberOf(error, 'code')))) throw error;
    }
    // Workers only read, and their role may not create tables.
    if (text.startsWith('SELECT')) return pool.query(NO_RECORD);
    // Without values, PostgreSQL runs all statements in one transaction.
    await pool.query(SCHEMA);
    return pool.query(text, values);
  }, TABLE);
}
