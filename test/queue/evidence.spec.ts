import fc from 'fast-check';
import { type Evidence, judge, type Send, unexplained } from '../../lib/queue/evidence.js';

const WINDOW = 1000;
const DAYS = 3 * WINDOW;

/** A send in a history: what the gateway did, and what became known. */
interface Story {
  readonly taken: boolean;
  /** `lost`: its outcome is never known. `late`: it is, after it was lost. */
  readonly ending: 'answered' | 'lost' | 'late';
  readonly reports: number;
}

const story: fc.Arbitrary<Story> = fc.record({
  taken: fc.boolean(),
  ending: fc.constantFrom('answered', 'lost', 'late'),
  reports: fc.integer({ min: 0, max: 3 }),
});

/** The record of one number, as the queue changes it. */
class Model {
  known: Evidence = { sends: [], reports: [] };
  now = 10;
  since = 1;
  exclusive = true;
  timesOff = 0;
  get moment() {
    const { now, since, exclusive } = this;
    return { now, since, exclusive, window: WINDOW, kept: DAYS };
  }

  begin(name: string, many = false): void {
    const { sends, reports } = this.known;
    this.look({ sends: [...sends, { name, at: this.now, many }], reports });
  }

  report(id: string): void {
    const { sends, reports } = this.known;
    const isKnown = reports.some((each) => each.id === id);
    const delivery = { state: 'delivered', at: this.now } as const;
    const more = { id, at: this.now, delivery };
    this.look(isKnown ? this.known : { sends, reports: [...reports, more] });
  }

  /** @param ending `hole`, or its transaction; an empty list if nothing was sent */
  end(name: string, ending: 'hole' | readonly string[]): void {
    const ended = ending === 'hole' ? { hole: true } : { hole: false, transactions: ending };
    const sends = this.known.sends.map((send): Send => {
      const isIt = send.name === name && !send.transactions;
      return isIt ? { ...send, ...ended } : send;
    });
    this.look({ sends, reports: this.known.reports });
  }

  look(known = this.known): void {
    const { evidence, found } = judge(known, this.moment);
    if (found === 'foreign') {
      this.timesOff += 1;
      this.since = this.now + WINDOW;
    }
    // As it is stored.
    this.known = JSON.parse(JSON.stringify(evidence));
  }

  /** The proven sends that are not forgotten. */
  get proven() {
    return this.known.sends.filter(({ hole, transactions }) => hole && transactions);
  }

  get orphans(): readonly string[] {
    return unexplained(this.known, this.moment).orphans.map(({ id }) => id);
  }
}

/** The events of one send, in order. Reports come at any time after it began. */
function eventsOf(model: Model, at: number, { taken, ending, reports }: Story) {
  const name = `m${at}`;
  const id = `t${at}`;
  let begun = 0;
  const line = [
    () => {
      begun = model.now;
      model.begin(name);
    },
  ];
  // The window is longer than any report takes to come.
  const report = () => {
    if (model.now < begun + WINDOW) model.report(id);
  };
  if (ending !== 'answered') line.push(() => model.end(name, 'hole'));
  if (ending !== 'lost') line.push(() => model.end(name, taken ? [id] : []));
  const reportLine = Array.from({ length: taken ? reports : 0 }, () => report);
  return { line, reportLine };
}

/** Runs lines of events, mixed as `picks` says. The first event of a start comes before its reports. */
function run(
  model: Model,
  stories: readonly Story[],
  picks: readonly number[],
  gaps: readonly number[] = [1],
): ReadonlySet<string> {
  const proven = new Set<string>();
  const waiting = stories.map((each, at) => eventsOf(model, at, each));
  const lines = waiting.map(({ line, reportLine }) => {
    const [first, ...rest] = line;
    return {
      started: false,
      start: () => first?.(),
      lines: [rest, reportLine],
    };
  });
  for (let step = 0; ; step += 1) {
    const open = lines.filter(({ started, lines: own }) => !started || own.some((l) => l.length));
    if (open.length === 0) return proven;
    const pick = picks[step % picks.length] ?? 0;
    const chosen = open[pick % open.length];
    if (!chosen) return proven;
    model.now += gaps[step % gaps.length] ?? 1;
    if (!chosen.started) {
      chosen.started = true;
      chosen.start();
    } else {
      const left = chosen.lines.filter((each) => each.length > 0);
      left[Math.floor(pick / 7) % left.length]?.shift()?.();
    }
    model.look();
    for (const { name } of model.proven) proven.add(name);
  }
}

const stories = fc.array(story, { minLength: 1, maxLength: 6 });
const picks = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 });

const taken = (given: readonly Story[], names: ReadonlySet<string>) =>
  [...names].map((name) => given[Number(name.slice(1))]?.taken);

describe('what reports prove about the sends to a number', () => {
  it('never includes a message that the gateway did not accept, in whatever order things happen', () => {
    fc.assert(
      fc.property(stories, picks, (given, order) => {
        const model = new Model();
        expect(taken(given, run(model, given, order))).not.toContain(false);
        expect(model.timesOff).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('never includes one that was not accepted, however much time passes between the sends and reports', () => {
    const gaps = fc.array(fc.constantFrom(1, 200, 400, WINDOW), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(stories, picks, gaps, (given, order, times) => {
        const model = new Model();
        expect(taken(given, run(model, given, order, times))).not.toContain(false);
        expect(model.timesOff).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('includes all unknown messages once a report of each has come and nothing is under way', () => {
    const reportedOne = story.map((each) => ({
      ...each,
      taken: each.ending === 'lost' || each.taken,
      reports: Math.max(1, each.reports),
    }));
    fc.assert(
      fc.property(fc.array(reportedOne, { minLength: 1, maxLength: 6 }), picks, (given, order) => {
        const model = new Model();
        const proven = run(model, given, order);
        const lost = given.flatMap(({ ending }, at) => (ending === 'lost' ? [`m${at}`] : []));
        expect([...proven]).toEqual(expect.arrayContaining(lost));
        expect(unexplained(model.known, model.moment)).toMatchObject({ open: [], orphans: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order in which reports come, nor on how often', () => {
    const ids = ['t0', 't1', 't2', 't3'];
    const cases = fc.record({
      holes: fc.integer({ min: 1, max: 4 }),
      came: fc.subarray(ids.slice(0, 3)),
    });
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat(100)), ({ holes, came }, more) => {
        const results = [1, 2].map(() => {
          const model = new Model();
          for (let at = 0; at < holes; at += 1) {
            model.begin(`m${at}`);
            model.end(`m${at}`, 'hole');
          }
          const repeated = [...came, ...came].toSorted(() => (more.next().value % 2) * 2 - 1);
          for (const id of repeated.filter((each) => ids.indexOf(each) < holes)) {
            model.now += 1;
            model.report(id);
          }
          return { proven: model.proven, orphans: model.orphans.toSorted() };
        });
        expect(results[0]).toEqual(results[1]);
        const count = came.filter((each) => ids.indexOf(each) < holes).length;
        expect(results[0]?.proven).toHaveLength(count === holes ? holes : 0);
      }),
    );
  });

  it('is nothing for a number that an unknown batch went to as well', () => {
    const model = new Model();
    model.begin('m0', true);
    model.begin('m1');
    model.end('m0', 'hole');
    model.end('m1', 'hole');
    model.report('t0');
    model.report('t1');
    expect(model.proven).toEqual([]);
    expect(model.orphans).toEqual(['t0', 't1']);
    expect(model.timesOff).toBe(0);
  });

  it('is nothing while another send to the number is under way', () => {
    const model = new Model();
    model.begin('m0');
    model.end('m0', 'hole');
    model.begin('m1');
    model.report('t1');
    model.report('t0');
    expect(model.proven).toEqual([]);
    model.end('m1', ['t1']);
    expect(model.proven).toMatchObject([{ name: 'm0', transactions: ['t0'] }]);
  });

  it('is nothing for the length of the window once someone else has sent, not even about earlier sends', () => {
    const model = new Model();
    model.begin('m0');
    model.report('t0');
    model.report('foreign');
    model.end('m0', 'hole');
    expect(model.timesOff).toBe(1);
    expect(model.proven).toEqual([]);
    model.now += WINDOW - 1;
    model.begin('m1');
    model.end('m1', 'hole');
    model.now += 10;
    model.report('t0');
    model.report('t1');
    expect(model.proven).toEqual([]);
    // By then, both are forgotten.
    model.now += 2 * WINDOW;
    model.begin('m2');
    model.end('m2', 'hole');
    model.report('t2');
    expect(model.proven).toMatchObject([{ name: 'm2', transactions: ['t2'] }]);
    expect(model.timesOff).toBe(1);
  });

  it('is nothing while settling is turned off, and nothing later about what was sent then', () => {
    const model = new Model();
    model.since = model.now + WINDOW;
    model.begin('m0');
    model.end('m0', 'hole');
    model.now += 1;
    model.report('t0');
    expect(model.orphans).toEqual(['t0']);
    model.now += WINDOW - 1;
    model.look();
    expect(model.proven).toEqual([]);
  });

  it('leaves settling off for the window after the last report about a message of someone else', () => {
    const model = new Model();
    model.report('foreign');
    model.now += WINDOW / 2;
    model.report('foreign');
    expect(model.timesOff).toBe(1);
    model.report('another');
    expect(model.timesOff).toBe(2);
    expect(model.since).toBe(model.now + WINDOW);
  });

  it('turns settling off if a report comes without a hole', () => {
    const model = new Model();
    model.report('foreign');
    expect(model.timesOff).toBe(1);
    expect(model.orphans).toEqual([]);
  });

  it('turns settling off if the only send that could explain a report was not sent after all', () => {
    const model = new Model();
    model.begin('m0');
    model.report('foreign');
    model.end('m0', []);
    expect(model.timesOff).toBe(1);
  });

  it('turns settling off if a report came before the only send that could explain it', () => {
    const model = new Model();
    model.begin('m0');
    model.report('foreign');
    const [sent] = model.known.sends.map((send) => ({ ...send, transactions: ['t0'] }));
    model.now += 1;
    // How the first one ended is found out only now.
    const later = { name: 'm1', at: model.now, many: false, hole: true };
    model.look({ sends: [...(sent ? [sent] : []), later], reports: model.known.reports });
    expect(model.timesOff).toBe(1);
    expect(model.proven).toEqual([]);
  });

  it('never counts an old report for a newer message', () => {
    const model = new Model();
    model.begin('m0');
    model.end('m0', 'hole');
    model.now += WINDOW - 1;
    model.begin('m1');
    model.end('m1', 'hole');
    model.report('t0');
    for (let step = 0; step < 20; step += 1) {
      model.now += WINDOW / 10;
      model.look();
      expect(model.proven).toEqual([]);
    }
  });

  it('counts a message that was sent again once for each send', () => {
    const model = new Model();
    model.begin('m0 0');
    model.begin('m0 1');
    model.end('m0 0', 'hole');
    model.end('m0 1', 'hole');
    model.report('t1');
    expect(model.proven).toEqual([]);
    model.report('t2');
    expect(model.proven).toMatchObject([
      { name: 'm0 0', transactions: ['t1', 't2'] },
      { name: 'm0 1', transactions: ['t1', 't2'] },
    ]);
  });

  it('is forgotten with old sends and reports', () => {
    const model = new Model();
    model.begin('m0');
    model.end('m0', ['t0']);
    model.report('t0');
    model.now += 2 * WINDOW;
    model.look();
    expect(model.known).toMatchObject({ sends: [], reports: [{ id: 't0' }] });
    model.now += DAYS;
    model.look();
    expect(model.known).toEqual({ sends: [], reports: [] });
    expect(model.timesOff).toBe(0);
  });

  it('is nothing if others may send too', () => {
    const model = new Model();
    model.exclusive = false;
    model.report('foreign');
    expect(model.orphans).toEqual([]);
    model.now += 1;
    model.begin('m0');
    model.end('m0', 'hole');
    model.report('t0');
    expect(model.proven).toEqual([]);
    expect(model.orphans).toEqual(['t0']);
    expect(model.timesOff).toBe(0);
  });
});
