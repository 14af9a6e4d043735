import { chmod, readFile, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDice } from '../../simulator/faults/dice.js';
import { InboxFile } from '../../simulator/inbox/file/inbox-file.js';
import { Inbox } from '../../simulator/inbox/inbox.js';
import type { GatewaySimulator, InboxMessage } from '../../simulator/index.js';
import { eventually } from '../support/eventually.js';
import { NUMBER, send, start } from './client.js';
import { listen } from './event-stream.js';
import { call, fail, makeFolder, makePath, restart, until } from './inbox-files.js';

const texts = (gateway: GatewaySimulator) =>
  [gateway.messages, gateway.refused].map((kept) => kept.map(({ text }) => text));

describe('an inbox with a file', () => {
  it('keeps messages, refused sends and what was read over a restart', async () => {
    const file = await makePath();
    const first = await start({ file });
    const msg = 'a & b\r\n"ü" \u2028 नमस्ते 👩‍👩‍👧 \u0000 \ud800 __proto__';
    await send(first, { msg });
    await send(first, { msg: 'two', constructor: 'x' });
    await send(first, {}, {});
    first.faults.next('drop');
    await send(first).catch(() => {});
    await call(first, 'POST', `/${first.messages[1]?.id}/read`);
    await first.close();
    const before = [first.messages, first.refused];
    const second = await start({ file });
    expect([second.messages, second.refused]).toEqual(before);
    expect(second.messages.map(({ read }) => read)).toEqual([false, true]);
    expect(second.refused).toHaveLength(2);
  });

  it('does not restore deleted messages', async () => {
    const file = await makePath();
    const first = await start({ file });
    for (const msg of ['one', 'two', 'three']) await send(first, { msg });
    await call(first, 'DELETE', `/${first.messages[1]?.id}`);
    const second = await restart(first, file);
    expect(second.messages.map(({ text }) => text)).toEqual(['one', 'three']);
    await call(second, 'DELETE', '');
    const third = await restart(second, file);
    expect(third.messages).toEqual([]);
    await send(third);
    third.reset();
    expect((await restart(third, file)).messages).toEqual([]);
  });

  it('contains no text of deleted messages', async () => {
    const file = await makePath();
    const first = await start({ file });
    await send(first, { msg: 'a secret text' });
    await until(file, (text) => text.includes('a secret text'));
    await call(first, 'DELETE', '');
    await until(file, (text) => !text.includes('a secret text'));
    await send(first, { msg: 'another text' });
    await send(first, { msg: 'a kept text' });
    await until(file, (text) => text.includes('a kept text'));
    await call(first, 'DELETE', `/${first.messages[0]?.id}`);
    await first.close();
    expect(await readFile(file, 'utf8')).toContain('a kept text');
    expect(await readFile(file, 'utf8')).not.toContain('another text');
  });

  it('assigns growing ids after a restart, even if the clock stands still and the last message is deleted', async () => {
    const file = await makePath();
    const first = await start({ file, now: () => 0 });
    for (const msg of ['one', 'two']) await send(first, { msg });
    const last = first.messages[1]?.id ?? '';
    await call(first, 'DELETE', `/${last}`);
    const second = await restart(first, file, { now: () => 0 });
    const third = await restart(second, file, { now: () => 0 });
    await send(third);
    expect(third.messages[1]?.id.localeCompare(last)).toBe(1);
  });

  it('keeps the delivery result that a fault set for a pending message, across a restart', async () => {
    const file = await makePath();
    const first = await start({ file });
    first.faults.next('delivery-failed');
    await send(first, { msg: 'planned' });
    await send(first, { msg: 'magic', mobile: `${NUMBER},99900000010` });
    await send(first, { msg: 'usual' });
    const second = await restart(first, file, { deliveryDelay: 0 });
    const fates = () =>
      second.messages.map(({ deliveries }) => deliveries.map(({ status }) => status).join());
    await eventually(() => !fates().join().includes('pending'));
    expect(fates()).toEqual(['failed', 'delivered,expired', 'delivered']);
  });

  it('recognises a duplicate of a message from before the restart', async () => {
    const file = await makePath();
    const first = await start({ file });
    await send(first);
    const second = await restart(first, file);
    await send(second);
    expect(second.messages.map(({ duplicate }) => duplicate)).toEqual([false, true]);
  });

  it('keeps the newest messages if the limit is lower than before', async () => {
    const file = await makePath();
    const first = await start({ file });
    for (const msg of ['1', '2', '3', '4']) await send(first, { msg });
    for (const msg of ['5', '6', '7']) await send(first, { msg }, {});
    const second = await restart(first, file, { keep: 2 });
    expect(texts(second)).toEqual([
      ['3', '4'],
      ['6', '7'],
    ]);
    await send(second, { msg: '8' });
    expect(texts(await restart(second, file))).toEqual([
      ['4', '8'],
      ['6', '7'],
    ]);
  });

  it('sends reset to listeners from before the restart', async () => {
    const file = await makePath();
    const first = await start({ file });
    await send(first);
    const { id } = await (await listen(first)).next();
    const { next } = await listen(await restart(first, file), id);
    expect(await next()).toMatchObject({ event: 'reset' });
  });

  it('can only be read by its owner, whatever its mode was before', async () => {
    const file = await makePath();
    const first = await start({ file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await first.close();
    await chmod(file, 0o644);
    const second = await start({ file });
    await send(second);
    await second.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('matches the inbox after any changes while it is written', async () => {
    const sample = await start();
    await send(sample);
    const { id: _id, read: _read, ...message } = sample.messages[0] as InboxMessage;
    const dice = makeDice(4711);
    const pick = (count: number) => Math.floor(dice() * count);
    for (let round = 0; round < 10; round += 1) {
      const path = await makePath();
      const inbox = new Inbox(20, () => 0);
      const file = await InboxFile.open(path, fail);
      await file.follow(inbox);
      for (let step = 0; step < 300; step += 1) {
        const id = inbox.list()[pick(20)]?.id;
        const kind = pick(100);
        if (kind === 0) inbox.clear();
        else if (kind < 20) inbox.remove(id);
        else if (kind < 40) inbox.update(id ?? '', { read: dice() < 0.5 });
        else inbox.add({ ...message, text: 'x'.repeat(pick(20_000)) });
        if (kind % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await file.close();
      const again = await InboxFile.open(path, fail);
      expect(again.stored).toMatchObject({ messages: inbox.list(), lastId: inbox.lastId });
      await again.close();
    }
  });

  it('keeps a message that comes while the file is written for the first time', async () => {
    const sample = await start();
    await send(sample);
    const path = await makePath();
    const inbox = new Inbox(20, () => 0);
    const file = await InboxFile.open(path, fail);
    const followed = file.follow(inbox);
    inbox.add(sample.messages[0] as InboxMessage);
    await followed;
    await file.close();
    expect((await InboxFile.open(path, fail)).stored.messages).toEqual(inbox.list());
  });

  it('leaves no other file behind when it is closed', async () => {
    const folder = await makeFolder();
    const gateway = await start({ file: join(folder, 'inbox.json') });
    await send(gateway);
    await gateway.close();
    expect(await readdir(folder)).toEqual(['inbox.json']);
  });

  it('is written in its place if the path is a link', async () => {
    const folder = await makeFolder();
    const [file, link] = [join(folder, 'inbox.json'), join(folder, 'link')];
    await (await start({ file })).close();
    await symlink(file, link);
    const gateway = await start({ file: link });
    await send(gateway);
    await gateway.close();
    expect(await readFile(file, 'utf8')).toContain('482913');
    expect((await start({ file })).messages).toHaveLength(1);
  });
});
