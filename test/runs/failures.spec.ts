import { SmsMessageError, SmsTransportError } from '../../lib/index.js';
import { QueueRun } from '../../lib/extras/queue/producer/queue-run.js';
import { FakeAccount } from '../support/fake-account.js';
import { messageAt, numberAt, outcomesOf } from './runs.js';

const SECRET = 'the code 482913';
const WRONG = { to: '12', text: SECRET };
const OK = messageAt(0);

const opened = () => new FakeAccount((send) => send.accept());

describe('a run with failures', () => {
  it('counts them by their codes, and warns once, of the first issue, if it is awaited', async () => {
    const account = opened();
    const run = account.sms.sendMany([OK, WRONG, { to: numberAt(1) } as never]);
    const tally = await run;
    expect(tally).toMatchObject({ accepted: 1, 'not-sent': 2, codes: { 'message-invalid': 2 } });
    await run;
    expect(account.warnings).toEqual([
      expect.stringMatching(
        /^\[default\] A run ended with 2 failures that the app caused\. The first, with index 1 \(message-invalid\): to: /,
      ),
    ]);
    expect(account.warnings.join()).not.toMatch(/482913|"12"/);
    expect(String(JSON.stringify(run))).toContain('"codes":{"message-invalid":2}');
  });

  it('warns of nothing after a loop, also if it is awaited then', async () => {
    const account = opened();
    const run = account.sms.sendMany([WRONG]);
    await outcomesOf(run);
    expect((await run).codes).toEqual({ 'message-invalid': 1 });
    expect(account.warnings).toEqual([]);
  });

  it('warns of nothing in a plan, or if all went well, or the cause is not in the app', async () => {
    const account = new FakeAccount((send) => send.refuse());
    await account.sms.plan({ text: 'hi' }, ['12']);
    expect((await account.sms.sendMany([])).codes).toEqual({});
    const tally = await account.sms.sendMany([OK]);
    expect(tally.codes).toEqual({ 'connection-lost': 1 });
    expect(account.warnings).toEqual([]);
  });
});

describe('a run of a queue with failures', () => {
  const down = new SmsTransportError('queue-failed', 'Down.', { outcome: 'not-sent' });
  const invalid = new SmsMessageError([{ path: 'key', message: 'is empty' }], 'argument-invalid');

  async function* items() {
    yield { index: 0, error: invalid };
    yield { index: 1, error: down };
  }

  it('counts them by their codes, and warns if it is awaited', async () => {
    const account = opened();
    const plan = { items: items(), isTransaction: false, add: async () => [] };
    const tally = await new QueueRun(() => plan, 'marketing');
    expect(tally).toMatchObject({ failed: 2, codes: { 'argument-invalid': 1, 'queue-failed': 1 } });
    expect(account.warnings).toEqual([
      '[marketing] A run ended with 1 failure that the app caused. The first, with index 0 (argument-invalid): key: is empty. To see each one, loop over the run.',
    ]);
  });
});
