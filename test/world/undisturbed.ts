import type { WorldApp } from './app.js';
import type { Result } from './play.js';
import type { Program } from './program.js';

/** A program whose handlers or SDK disturb, without them; undefined if nothing disturbs it. */
export function undisturbed(program: Program): Program | undefined {
  const { handlers, tracing } = program.shared;
  if (handlers === 'none' && tracing !== 'fails') return undefined;
  const calm = { handlers: 'none', tracing: tracing === 'fails' ? 'works' : tracing } as const;
  return { ...program, shared: { ...program.shared, ...calm } };
}

/** What became of each message and run, when, and what the gateways took: a line for each. */
export function recordOf(
  { members, lookups }: WorldApp,
  results: readonly Result[],
): readonly string[] {
  return [
    ...results.map(({ name, outcomes, tally, error, endedAt }) => {
      const ends = outcomes.map(
        ({ index, status, error: cause, numbers }) =>
          `${index} ${status} ${String(Reflect.get(Object(cause), 'code'))} ${numbers.join()}`,
      );
      return `${name} at ${endedAt}: ${JSON.stringify({ ends, tally })} ${String(error)}`;
    }),
    ...lookups.map(({ at, endedAt }) => `balance from ${at} to ${endedAt}`),
    ...members.flatMap(({ gateway }) =>
      gateway.arrivals.map(({ text, taken, at }) => `${text} for ${taken.join()} at ${at}`),
    ),
  ];
}

/** Whether the handlers got every event. */
export function checkHandlers({ events, handlers }: WorldApp): readonly string[] {
  const { calls, exist } = handlers;
  return exist && calls.length !== events.length
    ? [`${events.length} events, but the handlers got ${calls.length}`]
    : [];
}

/** What a disturbed program changed. */
export function checkDisturbance(
  disturbed: readonly string[],
  calm: readonly string[],
): readonly string[] {
  const changed = disturbed.find((line, index) => line !== calm[index]);
  return changed === undefined && disturbed.length === calm.length
    ? []
    : [`other than without handlers, or with an SDK that works: ${changed?.slice(0, 300)}`];
}
