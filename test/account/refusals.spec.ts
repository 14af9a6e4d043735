import { Refusals } from '../../lib/core/pipeline/refusals.js';

const CREDENTIALS = { fields: { userid: 'acme' } };

/** Whether a refusal of a text is about that, after these were accepted. */
function isAboutText(text: string, accepted: readonly string[]): boolean {
  const refusals = new Refusals();
  for (const each of accepted) refusals.accepted(CREDENTIALS, each);
  return refusals.refused(text, CREDENTIALS);
}

const others = (count: number) => Array.from({ length: count }, (_, index) => `code ${index}`);

describe('an account of a failover', () => {
  it('remembers its last 1,000 accepted texts', () => {
    expect(isAboutText('offer', ['offer', ...others(999)])).toBe(false);
    expect(isAboutText('offer', ['offer', ...others(1000)])).toBe(true);
  });

  it('remembers a text from when it was last accepted', () => {
    expect(isAboutText('offer', ['offer', ...others(999), 'offer', 'next'])).toBe(false);
  });
});
