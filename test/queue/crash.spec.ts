import { crash } from './crash.mjs';
import { OWN_STORES } from './stores.mjs';

const KILLED = { workers: 2, concurrency: 5, killAt: [50, 100, 150], lockDuration: 1000 };

// The large one is `npm run crash`: on every store, with workers that freeze and a store that restarts, is silent or late.
it.each(OWN_STORES.slice(-1))(
  'workers that are killed lose no message of a queue in %s, and none is sent twice',
  async (storeName) => {
    const result = await crash({ storeName, messages: 200, ...KILLED });
    expect(result).toMatchObject({ messages: 200, lost: 0, twice: 0, untrue: 0 });
    expect(result.deliveriesWrong).toBe(0);
    expect(result.kills).toBe(3);
    expect(result.accepted).toBeGreaterThan(0);
    expect(result.lostWorkers).toBeLessThanOrEqual(result.kills * KILLED.concurrency);
  },
  300_000,
);
