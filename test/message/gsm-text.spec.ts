import { SmsTestingService } from '../../lib/extras/testing/index.js';

const estimate = (text: string) => new SmsTestingService().estimate(text);

describe('the GSM-7 text that estimate suggests', () => {
  it.each([
    ['curly quotes', '“It’s ‘open’”', "\"It's 'open'\""],
    ['dashes', 'a – b — c − d', 'a - b - c - d'],
    ['an ellipsis', 'wait…', 'wait...'],
    ['spaces that do not break, or are thin', 'a\u00a0b\u202fc\td', 'a b c d'],
    ['what has no width', 'a\u200bb\ufeffc\u00add', 'abcd'],
    ['a bullet', '• one', '- one'],
    ['the sign of the rupee', '₹500', 'Rs.500'],
    ['a letter and its accent', 'cafe\u0301', 'café'],
    ['a line separator', 'a\u2028b', 'a\nb'],
  ])('replaces %s', (_what, text, gsmText) => {
    expect(estimate(text)).toMatchObject({ encoding: 'UCS-2', gsmText });
    expect(estimate(gsmText)).toMatchObject({ encoding: 'GSM-7' });
  });

  it.each([
    ['fits GSM-7 already', 'Grüße'],
    ['is in another alphabet', 'नमस्ते “जी”'],
    ['has an emoji', 'Hi “you” 😀'],
    ['would lose an accent', 'São Paulo'],
    ['would be empty', '\u200b'],
  ])('is absent if the text %s', (_what, text) => {
    expect(estimate(text)).not.toHaveProperty('gsmText');
  });

  it('comes with the characters that make UCS-2 necessary', () => {
    expect(estimate('“50 %” – now…').nonGsm).toEqual(['“', '”', '–', '…']);
  });
});
