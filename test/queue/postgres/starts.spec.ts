import { storeForTests } from '../describe-stores.js';
import { openRows } from './rows.js';

const ACCEPTED = { status: 'accepted', accepted: 1, at: 1 } as const;
const REJECTED = { status: 'not-sent', code: 'rejected', at: 1 } as const;
const UNCLEAR = { status: 'unknown', code: 'answer-unclear', at: 1 } as const;
const BACK = { back: 0, attempts: 1, code: 'connection-failed' } as const;
const LAPSED = "locked_until = clock_timestamp() - interval '1 s'";

describe('a start in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  async function open() {
    const rows = await openRows(tested.store);
    const id = await rows.add();
    const [start] = await rows.claim();
    if (!start) throw new Error('Nothing was claimed');
    return { ...rows, id, start };
  }

  it.each([
    ['accepted', ACCEPTED, 'f'],
    ['not sent', REJECTED, 'f'],
    ['of unknown outcome', UNCLEAR, 'u'],
  ] as const)('ends its message as %s', async (_how, end, state) => {
    const { id, rows, row, start, starts } = await open();
    await starts.store([{ ...start, end: { end } }]);
    expect(await row(id)).toMatchObject({ state, status: end.status });
    expect(await rows.find(id)).toMatchObject({ outcome: end });
  });

  it('ends and puts back many at once, each as it ended', async () => {
    const { add, claim, row, starts } = await openRows(tested.store);
    const ids = [await add(), await add(), await add()];
    const claimed = await claim();
    const ends = [{ end: ACCEPTED }, { end: UNCLEAR }, BACK];
    await starts.store(claimed.map((start, at) => ({ ...start, end: ends[at] ?? BACK })));
    const states = await Promise.all(ids.map(async (id) => (await row(id))?.state));
    expect(states).toEqual(['f', 'u', 'w']);
  });

  it('puts its message back with its attempts, the reason and a time', async () => {
    const { id, claim, rows, row, start, starts } = await open();
    await starts.store([{ ...start, end: { ...BACK, back: 60_000 } }]);
    expect(await row(id)).toMatchObject({ state: 'w', attempts: 1, code: 'connection-failed' });
    expect(await rows.find(id)).toMatchObject({ state: 'delayed', lastCode: 'connection-failed' });
    expect(await claim()).toEqual([]);
  });

  it('keeps the reason of an earlier attempt if it made none', async () => {
    const { id, claim, row, start, starts } = await open();
    await starts.store([{ ...start, end: BACK }]);
    const [next] = await claim();
    await starts.store([{ ...next!, end: { ...BACK, code: undefined } }]);
    expect(await row(id)).toMatchObject({ code: 'connection-failed', starts: 2 });
  });

  // A put-back whose answer was lost is repeated. By then, the message may be another worker's.
  it.each([{ end: ACCEPTED }, BACK])('changes nothing that another worker has: %j', async (end) => {
    const { id, claim, row, start, starts } = await open();
    await starts.store([{ ...start, end: BACK }]);
    const [other] = await claim();
    expect(other?.id).toBe(id);
    await starts.store([{ ...start, end }]);
    expect(await row(id)).toMatchObject({ state: 's', starts: 2 });
    expect(await starts.renew([start])).toEqual([start]);
    expect(await starts.renew([other!])).toEqual([]);
  });

  it.each([{ end: ACCEPTED }, BACK])(
    'changes nothing if its message was removed, added again and claimed meanwhile: %j',
    async (end) => {
      const { add, id, claim, pool, queue, row, start, starts } = await open();
      await pool.query('DELETE FROM sms_gateway.message WHERE queue = $1 AND id = $2', [queue, id]);
      await add({}, id);
      expect(await claim()).toHaveLength(1);
      await starts.store([{ ...start, end }]);
      expect(await row(id)).toMatchObject({ state: 's', starts: 1 });
    },
  );

  it('becomes unknown if it lapsed, and is reported before that is committed', async () => {
    const { id, row, set, start, starts } = await open();
    const reported: unknown[] = [];
    await starts.sweep((message) => reported.push(message));
    expect(reported).toEqual([]);
    await set(id, LAPSED);
    // If the process ends here, the next one that sweeps reports it.
    const killed = Object.assign(new Error('killed'), { code: 'XX000' });
    const sweeping = starts.sweep(() => {
      throw killed;
    });
    await expect(sweeping).rejects.toBe(killed);
    expect(await row(id)).toMatchObject({ state: 's' });
    await starts.sweep((message) => reported.push(message));
    expect(reported).toEqual([{ id, sealed: `sealed ${id}` }]);
    expect(await row(id)).toMatchObject({ state: 'u', status: 'unknown', code: 'worker-lost' });
    expect(await starts.renew([start])).toEqual([start]);
  });

  it('is not swept while it is renewed, nor by the worker of another queue', async () => {
    const { id, row, set, start, starts } = await open();
    await set(id, LAPSED);
    await (await openRows(tested.store)).starts.sweep(() => undefined);
    expect(await starts.renew([start])).toEqual([]);
    await starts.sweep(() => undefined);
    expect(await row(id)).toMatchObject({ state: 's' });
  });

  async function lost() {
    const opened = await open();
    await opened.set(opened.id, LAPSED);
    await opened.starts.sweep(() => undefined);
    return opened;
  }

  it.each([
    [{ end: ACCEPTED }, { state: 'f', status: 'accepted', code: null }],
    [{ end: REJECTED }, { state: 'f', status: 'not-sent', code: 'rejected' }],
    [BACK, { state: 'w', status: null, code: 'connection-failed' }],
    [
      { ...BACK, code: undefined },
      { state: 'w', status: null, code: null },
    ],
  ])('that was lost replaces what is unknown by what it knows: %j', async (end, expected) => {
    const { id, row, start, starts } = await lost();
    await starts.store([{ ...start, end }]);
    expect(await row(id)).toMatchObject(expected);
  });

  it.each([
    ['settled', { to: { status: 'not-sent', code: 'settled', at: 2 } }, 'f'],
    ['resent', { to: 'resent' }, 'w'],
    ['erased', { sealed: null }, 'u'],
  ] as const)('that was lost changes nothing once a person %s it', async (_what, change, state) => {
    for (const end of [{ end: ACCEPTED }, BACK]) {
      const { id, rows, row, start, starts } = await lost();
      expect(await (await rows.find(id))?.change(change)).toBe(true);
      const before = await row(id);
      await starts.store([{ ...start, end }]);
      expect(await row(id)).toEqual(before);
      expect(before).toMatchObject({ state });
    }
  });

  it('that ended unknown by itself is not replaced by another end of the same start', async () => {
    const { id, rows, start, starts } = await open();
    await starts.store([{ ...start, end: { end: UNCLEAR } }]);
    await starts.store([{ ...start, end: { end: ACCEPTED } }]);
    expect(await rows.find(id)).toMatchObject({ outcome: UNCLEAR });
  });
});

describe('a change of a message in PostgreSQL', () => {
  const tested = storeForTests('PostgreSQL');

  it.each([
    ['claimed', async ({ claim }: Awaited<ReturnType<typeof openRows>>) => claim()],
    [
      'changed by someone else',
      async ({ rows }: Awaited<ReturnType<typeof openRows>>, id: string) =>
        (await rows.find(id))?.change({ sealed: 'other' }),
    ],
  ])('is not made if the message was %s since it was read', async (_what, meanwhile) => {
    for (const change of [
      { to: 'removed' },
      { to: 'resent' },
      { to: UNCLEAR },
      { sealed: null },
    ] as const) {
      const opened = await openRows(tested.store);
      const id = await opened.add();
      const message = await opened.rows.find(id);
      await meanwhile(opened, id);
      const before = await opened.row(id);
      expect(await message?.change(change)).toBe(false);
      expect(await opened.row(id)).toEqual(before);
    }
  });

  it('removes finished messages by their age, and no others', async () => {
    const { add, claim, rows, set, starts } = await openRows(tested.store);
    const [waiting, unknown, old, young] = [
      await add({ due: { delay: 60_000 } }),
      await add(),
      await add(),
      await add(),
    ];
    const claimed = await claim();
    await starts.store(
      claimed.map((start) => ({
        ...start,
        end: { end: start.id === unknown ? UNCLEAR : ACCEPTED },
      })),
    );
    for (const id of [unknown, old])
      await set(id!, "ended = clock_timestamp() - interval '1 hour'");
    await starts.removeFinished(1_800_000, new AbortController().signal);
    const states = await Promise.all(
      [waiting, unknown, old, young].map(async (id) => (await rows.find(id!))?.state),
    );
    expect(states).toEqual(['delayed', 'unknown', undefined, 'finished']);
  });
});
