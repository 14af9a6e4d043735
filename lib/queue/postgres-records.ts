import type { Pool } from 'pg';
import { memberOf } from '../common/members.js';
import type { SmsOtpStore } from '../records/otp-store.js';
import { otpSchema, postgresOtpStore } from '../records/postgres-otp-store.js';

// In a schema of our own: that of BullMQ is its to migrate.
const TABLE = 'sms_gateway.record';
const SCHEMA = `SELECT pg_advisory_xact_lock(hashtextextended('${TABLE}', 0));
CREATE SCHEMA IF NOT EXISTS sms_gateway;
${otpSchema(TABLE)}`;

/** The errors of PostgreSQL if the schema or the table is not there. */
const MISSING = /^(?:3F000|42P01)$/;

/** Keeps records in PostgreSQL, in the same way as one-time passwords. */
export function postgresRecords(pool: Pick<Pool, 'query'>): SmsOtpStore {
  // Only where it is missing: to look for an index locks the table, and each worker that starts would do it.
  return postgresOtpStore(async (text, values) => {
    try {
      return await pool.query(text, values);
    } catch (error) {
      if (!MISSING.test(String(memberOf(error, 'code')))) throw error;
    }
    // Without values, all of it is one transaction.
    await pool.query(SCHEMA);
    return pool.query(text, values);
  }, TABLE);
}
