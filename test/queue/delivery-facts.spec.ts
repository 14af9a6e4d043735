import fc from 'fast-check';
import { type Delivery, deliveryOf, factOf } from '../../lib/queue/delivery-facts.js';

const STATES = ['pending', 'unrecognised', 'expired', 'failed', 'delivered'] as const;

const fact: fc.Arbitrary<Delivery> = fc
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

describe('what reports say about one number', () => {
  it('does not depend on the order in which they come, how often, or in how many steps they are stored', () => {
    fc.assert(
      fc.property(
        fc.array(fact, { maxLength: 8 }),
        fc.infiniteStream(fc.nat(1)),
        (facts, picks) => {
          const parts: [Delivery[], Delivery[]] = [[], []];
          for (const each of facts) parts[picks.next().value === 0 ? 0 : 1].push(each);
          const merged = parts.flatMap((part) => deliveryOf(part) ?? []);
          expect(deliveryOf(merged.toReversed())).toEqual(deliveryOf(facts));
          expect(deliveryOf([...facts.toReversed(), ...merged])).toEqual(deliveryOf(facts));
          let kept: Delivery | undefined;
          for (const each of facts) kept = deliveryOf(kept ? [kept, each] : [each]);
          expect(kept).toEqual(deliveryOf(facts));
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
  ] as const)('for %j is %s', (states, state, conflict) => {
    expect(of(...states)).toEqual({ state, at: 7, ...(conflict && { conflict }) });
  });

  it('is nothing without a report', () => {
    expect(of()).toBeUndefined();
  });

  it('contains no number, and only the beginning of long texts of the gateway', () => {
    const cause = `Unknown user 919876543210 ${'x'.repeat(500)}`;
    const shown = JSON.stringify(
      factOf({ state: 'failed', code: '919876543210', cause, receivedAt: 7 }),
    );
    expect(shown).not.toContain('9876');
    expect(shown.length).toBeLessThan(300);
  });
});
