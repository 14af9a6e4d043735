import { jest } from '@jest/globals';
import type { SmsGatewayOptions, SmsTemplateCategory } from '../../lib/index.js';
import { defineTemplate } from '../../lib/extras/templates/index.js';
import { errorOf, NUMBER } from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { FakeAccount } from '../support/fake-account.js';

const HOUR = 3_600_000;
const NIGHT = { from: '21:00', to: '10:00' };
const QUIET: SmsGatewayOptions['quiet'] = {
  timeZone: 'Asia/Kolkata',
  categories: { promotional: NIGHT, 'service-explicit': NIGHT },
};
const HIGH = { priority: 'high' } as const;
const priorities = [{}, HIGH] as const;

const CATEGORIES = ['transactional', 'service-implicit', 'service', undefined] as const;
const PROMOTIONAL_ID = '5';
const known = [...CATEGORIES, 'service-explicit' as const, 'promotional' as const].map(
  (category: SmsTemplateCategory | undefined, index) =>
    defineTemplate({ text: `For ${category}`, dltTemplateId: String(index), category }),
);

const textOf = (category: SmsTemplateCategory | undefined) => ({
  to: NUMBER,
  text: `For ${category}`,
});

const open = (options: Partial<SmsGatewayOptions> = {}) =>
  new FakeAccount((send) => send.accept(), { quiet: QUIET, templates: { known }, ...options });

describe('quiet hours of a category', () => {
  // 04:00 in India: six hours before the end.
  beforeEach(() => {
    const doNotFake = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
    jest.useFakeTimers({ now: Date.parse('2026-03-10T22:30:00Z'), doNotFake: [...doNotFake] });
    afterThisTest(() => jest.useRealTimers());
  });

  it('hold its messages back, those of high priority too, and the error does not advise it', async () => {
    const account = open();
    for (const category of ['promotional', 'service-explicit'] as const) {
      for (const options of priorities) {
        const error = await errorOf(account.sms.send(textOf(category), options));
        expect(error).toMatchObject({ code: 'quiet-hours', retryable: true, retryAfter: 6 * HOUR });
        expect(error.message).toContain(`'${category}'`);
        expect(error.message).toContain('from 21:00 to 10:00 (Asia/Kolkata)');
        expect(error.message).not.toMatch(/priority/);
      }
    }
    expect(account.sends).toEqual([]);
    await jest.advanceTimersByTimeAsync(6 * HOUR);
    await account.sms.send(textOf('promotional'));
    expect(account.sends).toHaveLength(1);
  });

  it('do not hold back messages of other categories, or of none', async () => {
    const account = open();
    for (const category of CATEGORIES) await account.sms.send(textOf(category));
    expect(account.sends).toHaveLength(CATEGORIES.length);
  });

  it('go by the template of the message’s id, its own or that of defaults, and by no text', async () => {
    const templates = { known, unmatched: 'allow' } as const;
    const account = open({ templates });
    const text = 'No template';
    const own = { dltTemplateId: PROMOTIONAL_ID };
    expect(await errorOf(account.sms.send({ to: NUMBER, text, ...own }))).toMatchObject({
      code: 'quiet-hours',
    });
    const byDefault = open({ templates, defaults: own });
    expect(await errorOf(byDefault.sms.send({ to: NUMBER, text }))).toMatchObject({
      code: 'quiet-hours',
    });
    await account.sms.send({ to: NUMBER, text });
    await account.sms.send({ to: NUMBER, text: 'For promotional', dltTemplateId: '6' });
    expect(account.sends).toHaveLength(2);
  });

  it('hold beside those of the account, which high priority passes, until both have ended', async () => {
    const quiet = { ...QUIET, from: '00:00', to: '12:00' } as const;
    const account = open({ quiet });
    await account.sms.send(textOf('service'), HIGH);
    const general = await errorOf(account.sms.send(textOf('service')));
    expect(general).toMatchObject({ code: 'quiet-hours', retryAfter: 8 * HOUR });
    expect(general.message).toMatch(/priority: 'high'/);
    const both = await errorOf(account.sms.send(textOf('promotional')));
    expect(both).toMatchObject({ retryAfter: 8 * HOUR });
    expect(both.message).not.toMatch(/priority/);
    const high = await errorOf(account.sms.send(textOf('promotional'), HIGH));
    expect(high).toMatchObject({ retryAfter: 6 * HOUR });
    await jest.advanceTimersByTimeAsync(6 * HOUR);
    // Only those of the account are left.
    const after = await errorOf(account.sms.send(textOf('promotional')));
    expect(after.message).toMatch(/priority: 'high'/);
  });

  it('let a run of high priority wait for them', async () => {
    const account = open();
    const tally = account.sms.sendMany([textOf('promotional'), textOf('service')], HIGH).finish();
    await jest.advanceTimersByTimeAsync(6 * HOUR - 1);
    expect(account.sends.map(({ text }) => text)).toEqual(['For service']);
    await jest.advanceTimersByTimeAsync(1);
    expect(await tally).toMatchObject({ accepted: 2 });
  });
});
