/** The schema of what is ours, because BullMQ migrates its schema itself. */
export const OWN = 'sms_gateway';

/** `CREATE SCHEMA IF NOT EXISTS` needs the right to create schemas even if there is one. */
export const CREATE_SCHEMA = `DO $$ BEGIN
  IF to_regnamespace('${OWN}') IS NULL THEN CREATE SCHEMA ${OWN}; END IF;
END $$;`;
