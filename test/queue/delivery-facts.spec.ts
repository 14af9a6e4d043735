import fc from 'fast-check';
import { deliveryOf, type Fact, factOf, mergeFacts } from '../../lib/queue/delivery-facts.js';

const STATES = ['pending', 'unrecognised', 'expired', 'failed', 'delivered'] as const;

const fact: fc.Arbitrary<Fact> = fc
  .record({
    state: fc.constantFrom(...STATES),
    code: fc.option(fc.constantFrom('000', '001', '5'), { nil: undefined }),
    cause: fc.option(fc.constantFrom('Unknown User', 'Barred'), { nil: undefined }),
    at: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    receivedAt: fc.integer({ min: 1, max: 5 }),
  })
  .map(factOf);

const of = (...states: readonly (typeof STATES)[number][]) =>
  deliveryOf(states.map((state) => factOf({ state, receivedAt: 7 })));

describe('what reports say of one number', () => {
  it('is the same in whatever order they come, however often, and in how many steps they are kept', () => {
    fc.assert(
      fc.property(
        fc.array(fact, { maxLength: 8 }),
        fc.infiniteStream(fc.nat(1)),
        (facts, picks) => {
          const [first, second]: [Fact[], Fact[]] = [[], []];
          for (const each of facts) (picks.next().value === 0 ? first : second).push(each);
          const inTwo = mergeFacts([...mergeFacts(second), ...mergeFacts(first), ...facts]);
          expect(inTwo).toEqual(mergeFacts(facts));
          expect(deliveryOf(inTwo.toReversed())).toEqual(deliveryOf(facts));
        },
      ),
    );
  });

  it.each([
    [['pending'], 'pending', undefined],
    [['unrecognised', 'pending'], 'unrecognised', undefined],
    [['failed', 'pending'], 'failed', undefined],
    [['failed', 'unrecognised'], 'failed', undefined],
    [['expired', 'pending'], 'expired', undefined],
    [['expired', 'failed'], 'failed', undefined],
    [['delivered', 'pending', 'unrecognised'], 'delivered', undefined],
    [['delivered', 'delivered'], 'delivered', undefined],
    [['failed', 'delivered'], 'delivered', true],
    [['delivered', 'expired'], 'delivered', true],
  ] as const)('is of %j %s', (states, state, conflict) => {
    expect(of(...states)).toEqual({ state, at: 7, ...(conflict && { conflict }) });
  });

  it('is nothing without a report', () => {
    expect(of()).toBeUndefined();
  });

  it('has no number, and no more of the words of the gateway than fits', () => {
    const cause = `Unknown user 919876543210 ${'x'.repeat(500)}`;
    const shown = JSON.stringify(
      factOf({ state: 'failed', code: '919876543210', cause, receivedAt: 7 }),
    );
    expect(shown).not.toContain('9876');
    expect(shown.length).toBeLessThan(300);
  });
});
