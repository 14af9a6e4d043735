import { jest } from '@jest/globals';
import { SmsTestingService } from '../../lib/extras/testing/index.js';
import { afterThisTest } from '../support/clean-up.js';
import { counted, messageAt, numberAt } from './runs.js';

describe('the testing kit', () => {
  it.each([
    ['send', (sms: SmsTestingService) => sms.send({ to: '123', text: 'Hello' }).catch(() => 0)],
    ['sendMany', (sms: SmsTestingService) => sms.sendMany([{ to: '123', text: 'Hello' }]).finish()],
    ['broadcast', (sms: SmsTestingService) => sms.broadcast({ text: 'Hello' }, ['123']).finish()],
  ])('says that a number given to %s was invalid', async (_name, begin) => {
    const sms = new SmsTestingService();
    await begin(sms);
    expect(() => sms.expectSent({ to: numberAt(0) })).toThrow(
      /Invalid, so not sent:\n {2}to has 3 digits/,
    );
  });

  it('does not delay a run after a failure that a test plans, because fake timers would never end the pause', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    afterThisTest(() => jest.useRealTimers());
    const sms = new SmsTestingService();
    sms.failNext('unknown', 2);
    sms.failNext('throttled', { count: 3, retryAfter: 60_000 });
    const tally = await sms.sendMany(counted(100, messageAt), { concurrency: 4 });
    expect(tally).toMatchObject({ accepted: 95, unknown: 2, 'not-sent': 3 });
    expect(jest.getTimerCount()).toBe(0);
  });
});
