import { readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { InboxFile } from '../../simulator/inbox/file/inbox-file.js';
import { Inbox } from '../../simulator/inbox/inbox.js';
import type { GatewaySimulator } from '../../simulator/index.js';
import { eventually } from '../support/eventually.js';
import { send, start } from './client.js';
import { fail, makePath, restart, startWrong, until } from './inbox-files.js';

const textsOf = ({ messages }: GatewaySimulator) => messages.map(({ text }) => text);

/** Writes a file that looks as if it was last written some time ago. */
async function writeEarlier(path: string, ms: number): Promise<string> {
  await writeFile(path, 'a text');
  const moment = new Date(Date.now() - ms);
  await utimes(path, moment, moment);
  return basename(path);
}

describe('a file of two simulators', () => {
  it('is that of the second, and the first reports it once and continues in memory', async () => {
    const file = await makePath();
    const warnings: string[] = [];
    const first = await start({ file, onWarning: (text) => warnings.push(text) });
    await send(first, { msg: 'one' });
    await until(file, (text) => text.includes('answered'));
    const second = await start({ file, onWarning: fail });
    expect(textsOf(second)).toEqual(['one']);
    await send(first, { msg: 'two' });
    await eventually(() => warnings.length > 0);
    await send(second, { msg: 'three' });
    await send(first, { msg: 'four' });
    expect(textsOf(first)).toEqual(['one', 'two', 'four']);
    await first.close();
    expect(textsOf(await restart(second, file))).toEqual(['one', 'three']);
    expect(warnings).toEqual([
      expect.stringMatching(/another program. Use a file of its own for each simulator. Messages/),
    ]);
  });

  it('stays that of the first if the second cannot listen', async () => {
    const file = await makePath();
    const first = await start({ file, onWarning: fail });
    await send(first, { msg: 'one' });
    await until(file, (text) => text.includes('answered'));
    expect(await startWrong({ file, port: first.port })).toMatchObject({ code: 'listen' });
    await send(first, { msg: 'two' });
    expect(textsOf(await restart(first, file))).toEqual(['one', 'two']);
  });

  it('is not written by one that read it before the other wrote it', async () => {
    const path = await makePath();
    await writeFile(path, '');
    const [first, second] = [await InboxFile.open(path, fail), await InboxFile.open(path, fail)];
    await first.follow(new Inbox(1, () => 0));
    await expect(second.follow(new Inbox(1, () => 0))).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining('was changed by another program'),
    });
    await Promise.all([first.close(), second.close()]);
  });

  it('is complete, with no draft beside it, if both write at the same moment', async () => {
    const path = await makePath();
    const files = await Promise.all(Array.from({ length: 4 }, () => InboxFile.open(path, fail)));
    await Promise.all(files.map((file) => file.follow(new Inbox(1, () => 0))));
    await Promise.all(files.map((file) => file.close()));
    expect(await readdir(dirname(path))).toEqual([basename(path)]);
    expect((await InboxFile.open(path, fail)).stored.messages).toEqual([]);
  });
});

describe('drafts that an interrupted write left behind', () => {
  it('are deleted at the start once they are older than a minute, but no other files', async () => {
    const file = await makePath();
    await writeEarlier(`${file}.0123456789ab.tmp`, 61_000);
    const kept = await Promise.all([
      writeEarlier(`${file}.ba9876543210.tmp`, 50_000),
      writeEarlier(`${file}.notes.tmp`, 61_000),
      writeEarlier(`${file.replace('inbox.json', 'other.json')}.0123456789ab.tmp`, 61_000),
    ]);
    await start({ file });
    expect((await readdir(dirname(file))).toSorted()).toEqual([basename(file), ...kept].toSorted());
  });
});
