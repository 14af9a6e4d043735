import { afterThisTest } from '../support/clean-up.js';
import { smsChannels } from '../../lib/index.js';

/** What was published on a channel, as it was at that moment. */
export interface Published {
  /** Such as `send:start`, or `retry`. */
  readonly on: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const STAGES = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;

/** Keeps everything that all channels publish until the test ends. */
export function watchChannels(): Published[] {
  const published: Published[] = [];
  const keep = (on: string) => (payload: object) => {
    published.push({ on, payload: { ...payload } });
  };
  const { send, attempt, login, ...notes } = smsChannels;
  for (const [name, channel] of Object.entries({ send, attempt, login })) {
    const [start, end, asyncStart, asyncEnd, error] = STAGES.map((stage) =>
      keep(`${name}:${stage}`),
    );
    const subscribers = {
      start: start!,
      end: end!,
      asyncStart: asyncStart!,
      asyncEnd: asyncEnd!,
      error: error!,
    };
    channel.subscribe(subscribers);
    afterThisTest(() => channel.unsubscribe(subscribers));
  }
  for (const [name, channel] of Object.entries(notes)) {
    const onNote = keep(name);
    channel.subscribe(onNote);
    afterThisTest(() => channel.unsubscribe(onNote));
  }
  return published;
}
