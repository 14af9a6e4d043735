import { PassThrough } from 'node:stream';
import { SmsTransportError } from '../../lib/index.js';
import { SmsTestingService } from '../../lib/extras/testing/index.js';
import { balanceLine } from '../../sample-app/src/broadcast/balance-line.js';
import { isConfirmed } from '../../sample-app/src/broadcast/is-confirmed.js';
import { inputOf, planLines } from '../../sample-app/src/broadcast/plan-lines.js';
import { costOf } from '../../sample-app/src/broadcast/prices.js';
import { counted, numberAt } from '../runs/runs.js';

const US = '+12124567890';
// Reserved for examples, so no country has it.
const RESERVED = '+447700900123';

describe('what the broadcast command shows before it sends', () => {
  it('is what the text costs in each country, and why numbers are left out', async () => {
    const sms = new SmsTestingService({
      guard: { countries: ['IN', 'US'], optedOut: () => [numberAt(7)] },
    });
    const input = [...counted(25, numberAt), numberAt(24), US, RESERVED, '12'];
    const plan = await sms.plan({ text: `${'a'.repeat(100)}…` }, input);
    const hour = 3_600_000;
    const [india, america] = [costOf('IN', 24 * 2), costOf('US', 2)];
    expect(planLines({ ...plan, retryAfter: hour, atLeast: 1500 }).split('\n')).toEqual([
      'The text takes 2 segments of UCS-2.',
      `Without … it may take fewer: ${'a'.repeat(100)}...`,
      `25 recipients, 1 request, 50 segments, about ${(india + america).toFixed(2)} EUR`,
      `  IN             24       ${india.toFixed(2)} EUR`,
      `  US              1       ${america.toFixed(2)} EUR`,
      'Left out: 1 duplicate, 1 invalid, 1 in another country, 1 opted out',
      expect.stringMatching(/^ {2}number 29: .*2 digits/),
      'Quiet hours: nothing is sent for another 60 min.',
      'It takes at least 2 s.',
      '',
    ]);
    expect(inputOf(plan)).toBe(input.length);
  });

  it('has the price of other countries where the country is not known', async () => {
    const plan = await new SmsTestingService().plan({ text: 'Hello' }, [RESERVED]);
    expect(planLines(plan)).toContain(
      `  unknown         1       ${costOf(undefined, 1).toFixed(2)}`,
    );
  });

  it.each([
    ['enough', { smsBalance: '50' }, 'The account has 50 credits left.\n'],
    [
      'not enough',
      { smsBalance: '49', userCreditType: '1' },
      'The account has 49 credits left, which is NOT ENOUGH.\n',
    ],
    [
      'money',
      { smsBalance: '49', userCreditType: 2 },
      'The account has 49 left, in its currency.\n',
    ],
    [
      'money, by a text',
      { smsBalance: '49', userCreditType: '2' },
      'The account has 49 left, in its currency.\n',
    ],
  ])('says what is left: %s', async (_what, account, line) => {
    const balance = { credits: account.smsBalance, at: new Date(), raw: { response: { account } } };
    expect(await balanceLine({ balance: async () => balance }, 50)).toBe(line);
  });

  it('says why it is not known what is left', async () => {
    const error = new SmsTransportError('timeout', 'No answer.', { outcome: 'not-sent' });
    const line = await balanceLine({ balance: () => Promise.reject(error) }, 50);
    expect(line).toBe('What the account has left is not known: No answer.\n');
  });
});

describe('the question of the broadcast command', () => {
  it.each([
    ['y\n', true],
    [' YES\r\n', true],
    ['\n', false],
    ['n\n', false],
    ['yesterday\n', false],
    ['', false],
  ])('answered with %j means %s', async (answer, isYes) => {
    const stdin = new PassThrough();
    const stderr = new PassThrough({ encoding: 'utf8' });
    if (answer === '') stdin.end();
    else stdin.write(answer);
    expect(await isConfirmed('Send it? ', { stdin, stderr })).toBe(isYes);
    expect(stderr.read()).toBe('Send it? ');
    // What still flows keeps the process running.
    expect(stdin.isPaused()).toBe(true);
  });
});
