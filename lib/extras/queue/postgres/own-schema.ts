/** The schema of our own objects. BullMQ migrates its schema itself. */
export const OWN = 'sms_gateway';

/** `CREATE SCHEMA IF NOT EXISTS` needs the permission to create schemas even if the schema exists. */
export const CREATE_SCHEMA = `DO $$ BEGIN
  IF to_regnamespace('${OWN}') IS NULL THEN CREATE SCHEMA ${OWN}; END IF;
END $$;`;
