import { SmsMessageError } from '../../lib/index.js';
import { SmsTestingService } from '../../lib/extras/testing/index.js';

const estimate = (text: string) => new SmsTestingService().estimate(text);

describe('the GSM-7 text that estimate suggests', () => {
  it.each([
    ['curly quotes', '“It’s ‘open’”', "\"It's 'open'\""],
    ['dashes', 'a – b — c − d', 'a - b - c - d'],
    ['an ellipsis', 'wait…', 'wait...'],
    ['spaces that do not break, or are thin', 'a\u00a0b\u202fc\td', 'a b c d'],
    ['what has no width', 'a\u200bb\ufeffc\u00add', 'abcd'],
    ['marks of direction', '\u202aa\u202b\u202cb\u202d\u202ec\u200e', 'abc'],
    ['isolates of direction', '\u2066a\u2067b\u2068c\u2069\u061c', 'abc'],
    ['variation selectors', '1\ufe0f2\ufe0e', '12'],
    ['joiners and other marks that nobody sees', 'a\u034fb\u2063c\u180e', 'abc'],
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
    ['would have nothing to see', '\u200b\u00a0'],
  ])('is absent if the text %s', (_what, text) => {
    expect(estimate(text)).not.toHaveProperty('gsmText');
  });

  it('is absent if the text is empty or has only spaces, which are counted', () => {
    expect(estimate('   ')).toMatchObject({ encoding: 'GSM-7', count: 1, units: 3 });
    expect(estimate('')).toMatchObject({ encoding: 'GSM-7', count: 0, units: 0 });
  });

  it.each([undefined, null, 5, {}, ['a'], new String('a')])(
    'cannot be had for %p, and the error says what to pass',
    (text) => {
      const wrong = () => estimate(text as never);
      expect(wrong).toThrow(SmsMessageError);
      expect(wrong).toThrow(/^Invalid argument: text: .*; pass the text to count as a string$/);
      expect(wrong).toThrow(expect.objectContaining({ code: 'argument-invalid' }));
    },
  );

  it('comes with the characters that make UCS-2 necessary', () => {
    expect(estimate('“50 %” – now…').nonGsm).toEqual(['“', '”', '–', '…']);
  });
});
