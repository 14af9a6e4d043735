import { smsMessageOf, type SmsEvent, type SmsGatewayOptions } from '../../lib/index.js';
import { FakeAccount } from '../support/fake-account.js';
import { counted, numberAt, outcomesOf } from './runs.js';

/** All objects and arrays in a value that an app can change. */
function changeableIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return [];
  const inside = Object.values(value).flatMap(changeableIn);
  return Array.isArray(value) ? [value, ...inside] : inside;
}

const CASES: [string, Partial<SmsGatewayOptions>, readonly string[]][] = [
  ['accepted', {}, []],
  ['partly rejected', {}, [numberAt(1)]],
  ['held by reach', { reach: 'none' }, []],
  ['partly held by reach', { reach: { only: [numberAt(0)] } }, []],
  ['redirected', { reach: { redirectTo: numberAt(99) } }, []],
];

describe.each(CASES)('of a message that is %s', (_name, options, rejected) => {
  async function runBroadcast() {
    const account = new FakeAccount((send) => send.accept(rejected), options);
    const events: SmsEvent[] = [];
    account.sms.events$.subscribe((event) => events.push(event));
    // In Hindi, so that the receipts list its characters.
    const content = { text: 'नमस्ते', fields: { campaign: 'a' } };
    const run = account.sms.broadcast(content, counted(4, numberAt), { batchSize: 2 });
    return { outcomes: await outcomesOf(run), events };
  }

  it('no array is shared by its receipt, outcome and event, or with those of another message', async () => {
    const { outcomes, events } = await runBroadcast();
    const messages = events.map(smsMessageOf);
    const found = [outcomes, messages].flatMap((each) => each.flatMap(changeableIn));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found).size).toBe(found.length);
    const fields = outcomes.map(({ message }) => message.fields);
    expect(new Set(fields).size).toBe(outcomes.length);
  });

  it('what an app does to its outcome does not change its event', async () => {
    const { outcomes, events } = await runBroadcast();
    const before = events.map((event) => smsMessageOf(event)?.to);
    for (const array of outcomes.flatMap(changeableIn)) if (Array.isArray(array)) array.length = 0;
    expect(events.map((event) => smsMessageOf(event)?.to)).toEqual(before);
  });
});

it('the receipt of a send shares no array with its event', async () => {
  const account = new FakeAccount((send) => send.accept());
  const events: SmsEvent[] = [];
  account.sms.events$.subscribe((event) => events.push(event));
  const { accepted } = await account.sms.send({ to: [numberAt(0), numberAt(1)], text: 'hi' });
  if (Array.isArray(accepted)) accepted.length = 0;
  expect(events[0] && smsMessageOf(events[0])?.to).toEqual([numberAt(0), numberAt(1)]);
});
