import {
  hasOptedOut,
  type Member,
  PER_DAY,
  PER_RECIPIENT,
  QUIET,
  REDIRECT,
  type WorldApp,
} from './app.js';
import type { Arrival } from './gateway.js';
import { SmsGuardError, SmsRejectedError, type SmsTally } from './parts.js';
import type { Ended, Result } from './play.js';

/** Compares what the app was told with what the gateways recorded. */
export function checkRecord(app: WorldApp, results: readonly Result[]): readonly string[] {
  const taken = takenBy(app.members);
  return [
    ...strangers(app, results, taken),
    ...results.flatMap((result) => [...lies(app, result, taken), ...missing(result)]),
    ...app.members.flatMap((member) => [
      ...overRate(member),
      ...overGuard(app, member, results),
      ...inQuiet(app, member, results),
      ...outOfReach(app, member),
    ]),
    ...miscounted(app, results),
  ];
}

/** How often the gateways took a text for a number. */
type Taken = ReadonlyMap<string, number>;

const key = (text: string, number: string): string => `${text} ${number}`;

function takenBy(members: readonly Member[]): Taken {
  const taken = new Map<string, number>();
  for (const { gateway } of members) {
    for (const { text, taken: numbers } of gateway.arrivals) {
      for (const number of numbers) {
        add(taken, key(text, number));
      }
    }
  }
  return taken;
}

/** What a text for a number looks like to the gateways. */
function unitOf(app: WorldApp, text: string, number: string): string {
  return app.program.shared.reach === 'redirect'
    ? key(`[to ${number}] ${text}`, REDIRECT)
    : key(text, number);
}

/** Messages that were accepted although nobody sent them, or more often than they were sent. */
function strangers(app: WorldApp, results: readonly Result[], taken: Taken): readonly string[] {
  const wanted = new Map<string, number>();
  for (const { text, numbers } of results.flatMap(({ handed }) => handed)) {
    for (const number of numbers) add(wanted, unitOf(app, text, number));
  }
  return [...taken]
    .filter(([unit, times]) => times > (wanted.get(unit) ?? 0) && !unit.includes('CALM'))
    .map(([unit, times]) => `taken ${times} times, asked for ${wanted.get(unit) ?? 0}: ${unit}`);
}

/** Which outcomes of a result are untrue. */
function lies(app: WorldApp, result: Result, taken: Taken): readonly string[] {
  const { name, outcomes, handed, tally, seesAll } = result;
  const found: string[] = [];
  const accepted = new Map<string, number>();
  const unknown = new Map<string, number>();
  for (const { index, numbers, ...ended } of outcomes) {
    const text = handed[index]?.text ?? '';
    const units = unitsOf({ ...ended, numbers });
    for (const number of units.accepted) add(accepted, unitOf(app, text, number));
    for (const number of units.unknown) add(unknown, unitOf(app, text, number));
  }
  const units = new Set(
    handed.flatMap(({ text, numbers }) => numbers.map((number) => unitOf(app, text, number))),
  );
  let sum = 0;
  for (const unit of units) {
    const times = taken.get(unit) ?? 0;
    sum += times;
    const [least, open] = [accepted.get(unit) ?? 0, unknown.get(unit) ?? 0];
    const isTrue = times >= least && (times <= least + open || !seesAll);
    if (!isTrue) {
      found.push(`${name}: ${least} accepted, ${open} unknown, but taken ${times} times: ${unit}`);
    }
  }
  const told = tally?.recipients;
  if (told && (sum < told.accepted || sum > told.accepted + told.unknown)) {
    found.push(`${name}: ${sum} taken, but the tally is ${JSON.stringify(told)}`);
  }
  return found;
}

function add(counts: Map<string, number>, unit: string): void {
  counts.set(unit, (counts.get(unit) ?? 0) + 1);
}

/** The numbers that an outcome says were taken, and those that may have been. */
function unitsOf({ status, receipt, error, numbers }: Omit<Ended, 'index'>): {
  readonly accepted: readonly string[];
  readonly unknown: readonly string[];
} {
  const given = receipt ?? (error instanceof SmsRejectedError ? error.receipt : undefined);
  return { accepted: given?.accepted ?? [], unknown: status === 'unknown' ? numbers : [] };
}

/** Outcomes that are missing or came twice, if the app saw every outcome of the result. */
function missing(result: Result): readonly string[] {
  const { name, outcomes, handed, seesAll, isBroadcast, endedEarly, error } = result;
  const indexes = outcomes.map(
    ({ index, numbers }) => `${index} ${isBroadcast ? numbers.join() : ''}`,
  );
  const found = new Set(indexes).size === indexes.length ? [] : [`${name}: an outcome came twice`];
  const misplaced = outcomes.filter(
    ({ index, numbers }) => isBroadcast && handed[index]?.numbers[0] !== numbers[0],
  );
  for (const { index } of misplaced) found.push(`${name}: the index ${index} is another number's`);
  if (!seesAll || endedEarly || error !== undefined) return found;
  if (!isBroadcast) {
    const lost = handed.length - outcomes.length;
    return lost === 0 ? found : [...found, `${name}: ${lost} messages have no outcome`];
  }
  const told = new Set(outcomes.flatMap(({ numbers }) => numbers));
  const silent = handed.flatMap(({ numbers }) => numbers).filter((number) => !told.has(number));
  return silent.length === 0 ? found : [...found, `${name}: no outcome for ${silent.join()}`];
}

/** Whether the tallies, the outcomes and the events say the same. */
function miscounted(app: WorldApp, results: readonly Result[]): readonly string[] {
  const found: string[] = [];
  for (const { name, tally, outcomes, seesAll, isBroadcast, endedEarly, error } of results) {
    if (!tally || !seesAll || endedEarly || error !== undefined) continue;
    const counts = countOf(outcomes);
    const told = isBroadcast || seesAll ? counts : undefined;
    if (
      told &&
      (told.accepted !== tally.accepted + tally.held ||
        told['not-sent'] !== tally['not-sent'] ||
        told.unknown !== tally.unknown)
    ) {
      found.push(
        `${name}: ${JSON.stringify(counts)} outcomes, but the tally is ${JSON.stringify(tally)}`,
      );
    }
    found.push(...miscountedNumbers(app, name, tally, outcomes));
  }
  return [...found, ...miscountedEvents(app, results)];
}

/** Whether a tally has the codes of the outcomes, and all of their numbers. */
function miscountedNumbers(
  { program }: WorldApp,
  name: string,
  { codes, recipients }: SmsTally,
  outcomes: readonly Ended[],
): readonly string[] {
  const counts = new Map<string, number>();
  const told = { accepted: 0, rejected: 0, 'not-sent': 0, unknown: 0, held: 0 };
  for (const { error, numbers, receipt, status } of outcomes) {
    if (error) add(counts, String(Reflect.get(Object(error), 'code')));
    const given = receipt ?? (error instanceof SmsRejectedError ? error.receipt : undefined);
    told.accepted += given?.accepted.length ?? 0;
    told.rejected += given?.rejected.length ?? 0;
    told.held += given?.held.length ?? 0;
    if (!given && status !== 'accepted') told[status] += numbers.length;
  }
  const isWrong =
    Object.values(codes).reduce((sum, count) => sum + count, 0) !==
      outcomes.filter(({ error }) => error).length ||
    Object.entries(codes).some(([code, count]) => counts.get(code) !== count);
  // Of a message that failed, the numbers that were kept back are not known.
  const isExact = program.shared.reach === 'all';
  const isOff =
    isExact &&
    Object.entries(told).some(([field, count]) => Reflect.get(recipients, field) !== count);
  return [
    ...(isWrong ? [`${name}: the tally has the codes ${JSON.stringify(codes)}`] : []),
    ...(isOff
      ? [`${name}: ${JSON.stringify(told)} numbers, but the tally is ${JSON.stringify(recipients)}`]
      : []),
  ];
}

/** Whether an account's events tell of each outcome. */
function miscountedEvents(app: WorldApp, results: readonly Result[]): readonly string[] {
  const { members, program, events, calmSince } = app;
  const isPlain = program.shared.reach === 'all' && members.length === 1;
  const isWhole = results.every(
    ({ tally, name, endedAt = Infinity }) =>
      (tally ?? name.startsWith('send ')) && endedAt <= calmSince,
  );
  if (!isPlain || !isWhole || program.operations.some(({ kind }) => kind === 'close')) return [];
  const until = app.eventsBeforeCalm;
  return (['accepted', 'not-sent', 'unknown'] as const).flatMap((type) => {
    const told = events.slice(0, until).filter((event) => event.type === type).length;
    const expected = results
      .map(({ tally, outcomes }) => (tally ? tallied(tally, type) : countOf(outcomes)[type]))
      .reduce((sum, each) => sum + each, 0);
    return told === expected ? [] : [`${told} events '${type}', but ${expected} outcomes`];
  });
}

const tallied = (tally: SmsTally, type: 'accepted' | 'not-sent' | 'unknown'): number => tally[type];

function countOf(outcomes: readonly Ended[]) {
  const counts = { accepted: 0, 'not-sent': 0, unknown: 0 };
  for (const { status } of outcomes) counts[status] += 1;
  return counts;
}

/** Windows of the gateway's clock in which more recipients arrived than `rateLimit` allows. */
function overRate({ plan, gateway }: Member): readonly string[] {
  const { rateLimit } = plan;
  if (!rateLimit) return [];
  const { recipients: limit, perMs } = rateLimit;
  const inTime = gateway.arrivals.filter(({ at, startedAt }) => at - startedAt <= perMs / 4);
  return windows(inTime, perMs).flatMap((window) => {
    const sum = window.reduce((all, { weight }) => all + weight, 0);
    const isOver = sum > limit && window.length > 1;
    return isOver
      ? [
          `${sum} recipients in ${perMs} ms at ${window[0]!.at.toFixed(1)}, but rateLimit is ${limit}`,
        ]
      : [];
  });
}

/** The arrivals within a time of each arrival, itself first. */
function windows(arrivals: readonly Arrival[], length: number): readonly (readonly Arrival[])[] {
  const sorted = arrivals.toSorted((one, other) => one.at - other.at);
  return sorted.map((first, from) => {
    let to = from;
    while (to < sorted.length && sorted[to]!.at - first.at < length) to += 1;
    return sorted.slice(from, to);
  });
}

function overGuard(
  { program }: WorldApp,
  { gateway }: Member,
  results: readonly Result[],
): readonly string[] {
  const { guard, reach } = program.shared;
  // If a store fails, each process counts by itself, and a redirect counts the original recipients.
  if (guard === 'none' || guard === 'in a bad store' || reach === 'redirect') return [];
  // A message is counted between when it was handed over, at the earliest, and when it arrived.
  const readAt = new Map<string, number>();
  for (const { text, at } of results.flatMap(({ handed }) => handed)) {
    readAt.set(text, Math.min(at, readAt.get(text) ?? Infinity));
  }
  const perMs = PER_RECIPIENT.perMs[program.shared.guardWindow];
  const counted = new Map<string, { readonly from: number; readonly to: number }[]>();
  for (const { text, taken, at } of gateway.arrivals) {
    for (const number of taken) {
      const spans = counted.get(number) ?? [];
      counted.set(number, spans);
      spans.push({ from: readAt.get(text) ?? at, to: at });
    }
  }
  const found = new Set<string>();
  for (const [number, spans] of counted) {
    for (const { from } of spans) {
      const count = spans.filter((span) => span.from >= from && span.to < from + perMs).length;
      if (count > PER_RECIPIENT.count)
        found.add(`${count} messages to ${number}, but perRecipient is ${PER_RECIPIENT.count}`);
    }
  }
  const total = gateway.arrivals.reduce((sum, { taken }) => sum + taken.length, 0);
  if (total > PER_DAY.recipients)
    found.add(`${total} recipients, but perDay is ${PER_DAY.recipients}`);
  return [...found];
}

function inQuiet(
  { program, clock, members }: WorldApp,
  { gateway }: Member,
  results: readonly Result[],
): readonly string[] {
  if (clock.jumps.length > 0 || program.shared.quiet === 'none' || program.shared.reach !== 'all')
    return [];
  const high = new Set(
    results.flatMap(({ handed }) => handed.filter(({ isHigh }) => isHigh).map(({ text }) => text)),
  );
  const dateAt = (time: number): number => clock.dateAt(time);
  return gateway.arrivals
    .filter(({ text, startedAt }) => {
      if (high.has(text) || text.includes('CALM')) return false;
      // The send may have begun before quiet hours. In a failover, the first account says how long it may take.
      return isQuiet(dateAt(startedAt)) && isQuiet(dateAt(startedAt - members[0]!.plan.total));
    })
    .map(
      ({ text, startedAt }) =>
        `${text} was sent in quiet hours, at ${new Date(dateAt(startedAt)).toISOString()}`,
    );
}

const berlin = new Intl.DateTimeFormat('en-GB', {
  timeZone: QUIET.timeZone,
  hour: '2-digit',
  minute: '2-digit',
});

function isQuiet(date: number): boolean {
  const clock = berlin.format(date);
  return clock >= QUIET.from && clock < QUIET.to;
}

function outOfReach({ program }: WorldApp, { gateway }: Member): readonly string[] {
  const { countries, optedOut, reach } = program.shared;
  const numbers = gateway.arrivals.flatMap(({ taken }) => taken);
  const isOut = (number: string): boolean =>
    reach === 'none' ||
    (reach === 'only' && !number.startsWith('9198765')) ||
    (reach === 'redirect' && number !== REDIRECT) ||
    (countries && number.startsWith('44')) ||
    (optedOut !== 'none' && hasOptedOut(number));
  return numbers.filter(isOut).map((number) => `${number} is out of reach`);
}

/** Whether the accounts work again once the trouble is over: no place in a limit, and no login, was lost. */
export async function checkCalm(app: WorldApp): Promise<readonly string[]> {
  const { members, clock, program } = app;
  const { reach } = program.shared;
  // Longer than any pause that a gateway, a breaker or a failed login asks for.
  await clock.sleep(10_000);
  const found: string[] = [];
  for (const { account, plan } of members) {
    for (let index = 0; index < 3; index += 1) {
      const message = {
        to: `91987652${index}${members.length}00`,
        text: `CALM ${account.name} ${index}`,
      };
      try {
        await account.send(message, { priority: 'high' });
      } catch (error) {
        // The app's own limits still hold, and a refused token costs a second turn.
        const code = String(Reflect.get(Object(error), 'code'));
        const isTight = plan.total < 2 * (plan.rateLimit?.perMs ?? 0) && code === 'timeout';
        if (!(error instanceof SmsGuardError) && !isTight) {
          found.push(`a calm send of ${account.name} failed: ${code}`);
        }
      }
      await clock.sleep((plan.rateLimit?.perMs ?? 0) * 1.5);
    }
  }
  return reach === 'none' ? [] : found;
}
