import type pg from 'pg';
import { errorOf, message } from '../../support/account.js';
import { keepLog } from '../../support/keep-log.js';
import { clientOf, storeForTests } from '../describe-stores.js';
import { freshName, openQueueApp, outcomeOf, succeeds, until } from '../open-queue.js';
import { startStore } from '../stores.mjs';

describe('the start of a queue in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it('says what to do if the tables are missing and its role may not create them', async () => {
    const store = await startStore('PostgreSQL');
    const admin = clientOf(store) as pg.Pool;
    // With digits, the log would hide it as a number.
    const role = `sms_stranger_${freshName()
      .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
      .replaceAll('-', '_')}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'pass'`);
    const url = Object.assign(new URL(store.url), { username: role, password: 'pass' }).href;
    const { errors, logger } = keepLog();
    const { queue } = await openQueueApp({ url, gateway: 'http://127.0.0.1:1', logger });
    await until(
      () => Promise.resolve(errors),
      (lines) => lines.length > 0,
    );
    const said =
      /the queue's tables are missing, and this role may not create them: permission denied for database .*\. Start one process with a role that may, as "Roles in PostgreSQL" in docs\/queue-operation\.md describes/;
    expect(errors[0]).toMatch(said);
    expect(errors[0]).toContain(`role: ${role}`);
    const error = await errorOf(queue.add(message()));
    expect(error).toMatchObject({ code: 'queue-failed', outcome: 'not-sent' });
    // Another process creates them, and this one goes on.
    const owner = await tested.open({}, { url: store.url, worker: false });
    await admin.query(`GRANT USAGE ON SCHEMA sms_gateway TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sms_gateway TO ${role}`);
    await succeeds(() => queue.counts());
    await owner.close();
  });

  it('warns once of messages that wait in an old schema of BullMQ', async () => {
    const admin = clientOf(tested.store) as pg.Pool;
    const name = freshName();
    await admin.query(`CREATE SCHEMA bullmq;
      CREATE TYPE bullmq.job_state AS ENUM ('waiting', 'active', 'completed', 'failed', 'delayed', 'waiting-children');
      CREATE TABLE bullmq.job (queue text, id text, state bullmq.job_state)`);
    const states = ['waiting', 'delayed', 'failed', 'completed'];
    for (const queue of [`sms-${Buffer.from(name).toString('base64url')}`, 'other']) {
      for (const state of states) {
        await admin.query('INSERT INTO bullmq.job VALUES ($1, $2, $3)', [queue, state, state]);
      }
    }
    const { warnings, logger } = keepLog();
    const { queue } = await tested.open({}, { name, logger });
    const { id } = await queue.add(message());
    expect(await outcomeOf(queue, id)).toMatchObject({ status: 'accepted' });
    const about = warnings.filter((text) => text.includes('schema bullmq'));
    expect(about).toEqual([
      expect.stringContaining('3 messages of an earlier version of this package are in the schema'),
    ]);
    // Without messages, and for other queues, it says nothing.
    const others = keepLog();
    await tested.open({}, { logger: others.logger });
    expect(others.warnings.join()).not.toContain('bullmq');
  });
});
