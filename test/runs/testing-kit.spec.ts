import { SmsTestingService } from '../../lib/extras/testing/index.js';
import { numberAt } from './runs.js';

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
});
