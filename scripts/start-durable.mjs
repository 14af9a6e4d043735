// `npm run start:durable`: runs the sample app with a queue. Its store is DATABASE_URL or REDIS_URL
// where one is set, otherwise a PostgreSQL that this command starts, with its data in .data/ (or in the
// folder DURABLE_DATA).
// `SMS_ROLE=web npm run start:durable` only queues, so that messages wait.
import './end-with-shell.mjs';
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './incremental.mjs';

const FOLDER = process.env.DURABLE_DATA || '.data';
const SECRETS = join(FOLDER, 'secrets.json');

process.chdir(ROOT);
const { env } = process;
const given = ['SMS_QUEUE_URL', 'DATABASE_URL', 'REDIS_URL'].find((name) => env[name]);
say(
  given
    ? `The queue is kept in ${given}.`
    : `The queue is kept in PostgreSQL in ${FOLDER}/, which starts now...`,
);
mkdirSync(FOLDER, { recursive: true });
const secrets = readSecrets();
const url = given ? env[given] : startPostgres();
await import('./build-sample-app.mjs');
env.SMS_QUEUE_URL = await url;
env.SMS_ENCRYPTION_KEYS ||= secrets.encryptionKey;
env.SMS_ADMIN_PASSWORD ||= secrets.adminPassword;
env.SMS_INBOX_FILE ||= join(FOLDER, 'inbox.json');
// So that a message that was being sent at a kill is unknown for some seconds, until its report comes.
env.SMS_REPORT_PATH ||= `sms-reports/${secret(16)}`;
env.SMS_LOCK_DURATION ||= '3000';
env.SMS_DELIVERY_DELAY ||= '15000';

await import('../sample-app/dist/main.js');
if (!process.exitCode) {
  say(`Password of /queues and /unknown: ${env.SMS_ADMIN_PASSWORD}
What is queued survives this: kill -9 ${process.pid}`);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Made once: without its key, nobody can open what an earlier run has queued. */
function readSecrets() {
  if (!existsSync(SECRETS)) {
    const made = {
      encryptionKey: secret(32),
      adminPassword: secret(8),
      postgresPassword: secret(16),
    };
    // In one step, so that a kill leaves no half of it.
    writeFileSync(`${SECRETS}.draft`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${SECRETS}.draft`, SECRETS);
  }
  return JSON.parse(readFileSync(SECRETS, 'utf8'));
}

function secret(bytes) {
  return randomBytes(bytes).toString('hex');
}

/** Starts PostgreSQL and returns its URL. It ends after this process, however this process ends. */
async function startPostgres() {
  const postgres = fork(join(import.meta.dirname, 'durable-postgres.mjs'), [FOLDER], {
    // In a session of its own: Ctrl-C must not end it before the app.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...env, DURABLE_PASSWORD: secrets.postgresPassword },
  });
  const [answer] = await Promise.race([once(postgres, 'message'), once(postgres, 'exit')]);
  if (!answer?.url) {
    process.stderr.write(`PostgreSQL did not start. ${answer?.problem ?? ''}\n`);
    process.exit(1);
  }
  postgres.unref();
  postgres.channel.unref();
  return answer.url;
}
