import fc from 'fast-check';
import {
  begin,
  end,
  type Evidence,
  NO_EVIDENCE,
  type OpenStart,
  prove,
  readEvidence,
  reported,
  tidy,
  writeEvidence,
} from '../../lib/queue/evidence.js';

const WINDOW = 1000;

/** A start in a history: what the gateway did, and what became known. */
interface Story {
  readonly taken: boolean;
  /** `lost`: its outcome is never known. `late`: it is, after it was lost. */
  readonly ending: 'answered' | 'lost' | 'late';
  readonly reports: number;
  readonly many: boolean;
}

const story: fc.Arbitrary<Story> = fc.record({
  taken: fc.boolean(),
  ending: fc.constantFrom('answered', 'lost', 'late'),
  reports: fc.integer({ min: 0, max: 3 }),
  many: fc.constant(false),
});

/** The records of one number, as the queue changes them. */
class Model {
  known: Evidence = NO_EVIDENCE;
  now = 10;
  offUntil: number | undefined = 1;
  timesOff = 0;
  readonly ours = new Set<string>();
  readonly holes = new Set<string>();

  change(change: (known: Evidence) => Evidence): void {
    const moment = { now: this.now, window: WINDOW, offUntil: this.offUntil };
    const { evidence, isForeign } = tidy(change(tidy(this.known, moment).evidence), moment);
    if (isForeign && this.offUntil !== undefined) {
      this.timesOff += 1;
      this.offUntil = this.now + WINDOW;
    }
    // As it is stored.
    this.known = readEvidence(writeEvidence(evidence));
  }

  begin(start: OpenStart): void {
    this.change((known) => begin(known, start));
  }

  report(id: string): void {
    if (!this.ours.has(id)) this.change((known) => reported(known, id, this.now));
  }

  end(start: Pick<OpenStart, 'job' | 'start'>, id?: string): void {
    if (id !== undefined) this.ours.add(id);
    this.change((known) => end(known, start, id));
  }

  prove(): void {
    this.change((known) => known);
    const moment = { now: this.now, window: WINDOW, offUntil: this.offUntil };
    const more = prove(this.known, moment, ({ job }) => this.holes.has(job));
    if (!more) return;
    for (const [id] of this.known.orphans) this.ours.add(id);
    this.known = more;
  }

  get proven(): readonly string[] {
    return this.known.proven.map(([job]) => job).toSorted();
  }
}

/** What happens to one start, in this order; reports come at any time after its send. */
function eventsOf(model: Model, at: number, { taken, ending, reports, many }: Story) {
  const job = `m${at}`;
  const id = `t${at}`;
  let begun = 0;
  const line = [
    () => {
      begun = model.now;
      model.begin({ job, start: 1, at: begun, many });
    },
  ];
  // The window is longer than any report takes to come.
  const report = () => {
    if (model.now < begun + WINDOW) model.report(id);
  };
  const answer = () => model.end({ job, start: 1 }, taken ? id : undefined);
  if (ending !== 'answered') line.push(() => void model.holes.add(job));
  if (ending !== 'lost') line.push(answer);
  const reportLine = Array.from({ length: taken ? reports : 0 }, () => report);
  return { line, reportLine };
}

/** Runs lines of events, mixed as `picks` says. The first event of a start comes before its reports. */
function run(
  model: Model,
  stories: readonly Story[],
  picks: readonly number[],
  gaps: readonly number[] = [1],
): void {
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
    if (open.length === 0) return;
    const pick = picks[step % picks.length] ?? 0;
    const chosen = open[pick % open.length];
    if (!chosen) return;
    model.now += gaps[step % gaps.length] ?? 1;
    if (!chosen.started) {
      chosen.started = true;
      chosen.start();
    } else {
      const left = chosen.lines.filter((each) => each.length > 0);
      left[Math.floor(pick / 7) % left.length]?.shift()?.();
    }
    model.prove();
  }
}

const stories = fc.array(story, { minLength: 1, maxLength: 6 });
const picks = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 });

describe('what reports prove of the sends to a number', () => {
  it('is never of a message that the gateway did not take, in whatever order things happen', () => {
    fc.assert(
      fc.property(stories, picks, (given, order) => {
        const model = new Model();
        run(model, given, order);
        for (const job of model.proven) {
          expect(given[Number(job.slice(1))]).toMatchObject({ taken: true });
        }
        expect(model.timesOff).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('is never of one that was not taken, however much time passes between the sends and reports', () => {
    const gaps = fc.array(fc.constantFrom(1, 200, 400, WINDOW), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(stories, picks, gaps, (given, order, times) => {
        const model = new Model();
        run(model, given, order, times);
        for (const job of model.proven) {
          expect(given[Number(job.slice(1))]).toMatchObject({ taken: true });
        }
        expect(model.timesOff).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('is all of the unknown messages, once a report of each has come and nothing is under way', () => {
    const reportedOne = story.map((each) => ({
      ...each,
      taken: each.ending === 'lost' || each.taken,
      reports: Math.max(1, each.reports),
    }));
    fc.assert(
      fc.property(fc.array(reportedOne, { minLength: 1, maxLength: 6 }), picks, (given, order) => {
        const model = new Model();
        run(model, given, order);
        const lost = given.flatMap(({ ending }, at) => (ending === 'lost' ? [`m${at}`] : []));
        expect(model.proven).toEqual(expect.arrayContaining(lost));
        expect(model.known).toMatchObject({ open: [], orphans: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order in which reports come, nor on how often', () => {
    const ids = ['t0', 't1', 't2', 't3'];
    const cases = fc.record({
      holes: fc.integer({ min: 1, max: 4 }),
      came: fc.subarray(ids.slice(0, 3)),
      one: fc.array(fc.nat(10), { minLength: 8, maxLength: 8 }),
    });
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat(100)), ({ holes, came }, more) => {
        const results = [1, 2].map(() => {
          const model = new Model();
          for (let at = 0; at < holes; at += 1) {
            model.begin({ job: `m${at}`, start: 1, at: model.now, many: false });
            model.holes.add(`m${at}`);
          }
          const repeated = [...came, ...came].toSorted(() => (more.next().value % 2) * 2 - 1);
          for (const id of repeated.filter((each) => ids.indexOf(each) < holes)) {
            model.now += 1;
            model.report(id);
            model.prove();
          }
          return {
            proven: model.proven,
            orphans: model.known.orphans.map(([id]) => id).toSorted(),
          };
        });
        expect(results[0]).toEqual(results[1]);
        const count = came.filter((each) => ids.indexOf(each) < holes).length;
        expect(results[0]?.proven).toHaveLength(count === holes ? holes : 0);
      }),
    );
  });

  it('is nothing for a number that an unknown batch went to as well', () => {
    const model = new Model();
    model.begin({ job: 'm0', start: 1, at: model.now, many: true });
    model.begin({ job: 'm1', start: 1, at: model.now, many: false });
    model.holes.add('m0').add('m1');
    model.report('t0');
    model.report('t1');
    model.prove();
    expect(model.proven).toEqual([]);
    expect(model.known.orphans).toHaveLength(2);
    expect(model.timesOff).toBe(0);
  });

  it('is nothing while another send to the number is under way', () => {
    const model = new Model();
    model.begin({ job: 'm0', start: 1, at: model.now, many: false });
    model.holes.add('m0');
    model.begin({ job: 'm1', start: 1, at: model.now, many: false });
    model.report('t1');
    model.report('t0');
    model.prove();
    expect(model.proven).toEqual([]);
    model.end({ job: 'm1', start: 1 }, 't1');
    model.prove();
    expect(model.known.proven).toEqual([['m0', ['t0'], model.now]]);
  });

  it('is nothing for the length of the window once somebody else has sent, nor of what was sent before', () => {
    const model = new Model();
    model.begin({ job: 'm0', start: 1, at: model.now, many: false });
    model.report('t0');
    model.report('foreign');
    model.holes.add('m0');
    model.prove();
    expect(model.timesOff).toBe(1);
    expect(model.proven).toEqual([]);
    model.now += WINDOW - 1;
    model.begin({ job: 'm1', start: 1, at: model.now, many: false });
    model.holes.add('m1');
    model.now += 10;
    // The first one has become too old together with the second one only.
    model.report('t0');
    model.report('t1');
    model.prove();
    expect(model.proven).toEqual([]);
    model.now += WINDOW;
    model.begin({ job: 'm2', start: 1, at: model.now, many: false });
    model.holes.add('m2');
    model.report('t2');
    model.prove();
    expect(model.proven).toEqual(['m2']);
    expect(model.timesOff).toBe(1);
  });

  it('turns itself off where a report comes without a hole', () => {
    const model = new Model();
    model.report('foreign');
    expect(model.timesOff).toBe(1);
    expect(model.known).toEqual(NO_EVIDENCE);
  });

  it('turns itself off where the only send that could explain a report ends without one', () => {
    const model = new Model();
    model.begin({ job: 'm0', start: 1, at: model.now, many: false });
    model.report('foreign');
    model.end({ job: 'm0', start: 1 });
    expect(model.timesOff).toBe(1);
  });

  it('never takes an old report for that of a younger message', () => {
    const model = new Model();
    model.begin({ job: 'm0', start: 1, at: model.now, many: false });
    model.holes.add('m0');
    model.now += WINDOW / 2;
    model.begin({ job: 'm1', start: 1, at: model.now, many: false });
    model.holes.add('m1');
    model.report('t0');
    // The first one is too old by now. Its report is not.
    model.now += WINDOW / 2 + 1;
    model.prove();
    expect(model.proven).toEqual([]);
  });

  it('counts a message that was sent again once for each send', () => {
    const model = new Model();
    model.begin({ job: 'm0', start: 1, at: model.now, many: false });
    model.begin({ job: 'm0', start: 2, at: model.now, many: false });
    model.holes.add('m0');
    model.report('t1');
    model.prove();
    expect(model.proven).toEqual([]);
    model.report('t2');
    model.prove();
    expect(model.known.proven).toEqual([['m0', ['t1', 't2'], model.now]]);
  });

  it('is nothing where others may send as well, and their reports are not kept', () => {
    const model = new Model();
    model.offUntil = undefined;
    model.report('foreign');
    expect(model.known).toEqual(NO_EVIDENCE);
    model.begin({ job: 'm0', start: 1, at: model.now, many: false });
    model.holes.add('m0');
    model.report('t0');
    model.prove();
    expect(model.proven).toEqual([]);
    expect(model.known.orphans).toEqual([['t0', model.now]]);
  });
});
