import { Refusals } from '../../lib/core/pipeline/call-pipeline.js';
import { stopClocks } from '../support/clock.js';

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

describe('a refusal of a second text', () => {
  const NEW = { headers: { Authorization: 't2' }, fields: { userid: 'acme' } };

  interface Course {
    readonly accepted?: 'a text' | 'a lookup';
    readonly waits?: number;
    readonly madeBefore?: number;
    readonly text?: string;
  }

  /** Whether it is about the text, if the first one was refused after an acceptance, and a login followed. */
  function isAboutSecond({ accepted, waits = 0, madeBefore = 0, text = 'second' }: Course) {
    const clocks = stopClocks();
    const refusals = new Refusals();
    refusals.accepted(CREDENTIALS, accepted === 'a lookup' ? undefined : 'good');
    clocks.jump(10, 'performance');
    refusals.begin();
    const madeAt = performance.now() - madeBefore;
    refusals.refused('first', NEW, CREDENTIALS, madeAt);
    clocks.jump(waits, 'performance');
    refusals.begin();
    return refusals.refused(text, NEW, NEW, madeAt);
  }

  it.each<[string, Course, boolean]>([
    ['with a token made after the first refusal', {}, true],
    ['up to a minute after the last accepted text', { waits: 59_990 }, true],
    ['later than that', { waits: 59_991 }, false],
    ['with a token made before the first refusal', { madeBefore: 1 }, false],
    ['which was accepted before', { text: 'good' }, false],
    ['if only a lookup was accepted', { accepted: 'a lookup' }, false],
  ])('%s', (_when, how, expected) => {
    expect(isAboutSecond(how)).toBe(expected);
  });

  it('is about the account again once a token was made before the next refusal', () => {
    const refusals = new Refusals();
    refusals.accepted(CREDENTIALS, 'good');
    refusals.begin();
    const madeAt = performance.now();
    expect(refusals.refused('first', NEW, CREDENTIALS, madeAt)).toBe(true);
    stopClocks().jump(1, 'performance');
    refusals.accepted(NEW, 'good too');
    refusals.begin();
    expect(refusals.refused('second', NEW, NEW, madeAt)).toBe(true);
    expect(refusals.refused('third', NEW, NEW, madeAt)).toBe(false);
  });
});
