import { execFile } from 'node:child_process';
import { appendFile, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { send, sendJson, start } from './client.js';
import { makeFolder, makePath, restart, startWrong, until } from './inbox-files.js';

/** Three messages in a file, then what the change makes of its lines, then a start. */
async function damaged(change: (lines: string[]) => string) {
  const file = await makePath();
  const first = await start({ file });
  for (const msg of ['one', 'two', 'three']) await send(first, { msg });
  await first.close();
  await writeFile(file, change((await readFile(file, 'utf8')).trimEnd().split('\n')));
  const warnings: string[] = [];
  const gateway = await start({ file, onWarning: (text) => warnings.push(text) });
  return { file, gateway, warnings, texts: gateway.messages.map(({ text }) => text) };
}

/** A file that is changed while a simulator writes to it. */
async function lose(change: (file: string) => Promise<void>) {
  const file = await makePath();
  const warnings: string[] = [];
  const onWarning = (text: string) => {
    warnings.push(text);
    throw new Error('a listener that fails');
  };
  const gateway = await start({ file, onWarning });
  await send(gateway);
  await until(file, (text) => text.includes('answered'));
  await change(file);
  const answer = await sendJson(gateway);
  while (warnings.length === 0) await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 3; i += 1) await send(gateway);
  await gateway.close();
  return { file, warnings, answer, gateway };
}

describe('a file that was damaged', () => {
  it('by a crash gives all but its cut last line, says so once, and goes on', async () => {
    const { file, gateway, warnings, texts } = await damaged((lines) =>
      lines.join('\n').slice(0, -20),
    );
    expect(texts).toEqual(['one', 'two']);
    expect(warnings).toEqual([expect.stringMatching(/last line of .* is cut/)]);
    await send(gateway, { msg: 'four' });
    const again = await restart(gateway, file);
    expect(again.messages.map(({ text }) => text)).toEqual(['one', 'two', 'four']);
  });

  it('just before its last line ended has lost nothing', async () => {
    const { warnings, texts } = await damaged((lines) => lines.join('\n'));
    expect([texts, warnings]).toEqual([['one', 'two', 'three'], []]);
  });

  it.each(['{"put":{"id":1}}', 'nonsense', '', '{"put":', '[]', 'null'])(
    'in its middle, by the line %j, gives the others and says how many are lost',
    async (line) => {
      const { warnings, texts } = await damaged((lines) => `${lines.with(2, line).join('\n')}\n`);
      expect(texts).toEqual(['one', 'three']);
      expect(warnings).toEqual([expect.stringMatching(/^1 line.* could not be read/)]);
    },
  );

  it('after its last message was deleted, and before it was written anew, gives later ids', async () => {
    const file = await makePath();
    const first = await start({ file, now: () => 0 });
    await send(first);
    await first.close();
    const [message] = first.messages;
    const id = `${String(message?.id).slice(0, -1)}9`;
    const lines = [{ put: { ...message, id } }, { drop: id }].map((line) => JSON.stringify(line));
    await appendFile(file, `${lines.join('\n')}\n`);
    const second = await start({ file, now: () => 0 });
    await send(second);
    expect(second.messages[1]?.id.localeCompare(id)).toBe(1);
  });
});

describe('a start with a file', () => {
  it('makes one that is not there, and takes an empty one', async () => {
    const file = await makePath();
    await (await start({ file })).close();
    await writeFile(file, '');
    expect((await start({ file })).messages).toEqual([]);
  });

  it.each([
    ['in a folder that does not exist', '/missing/inbox.jsonl', /folder that does not exist/],
    ['below a file', '/other/inbox.jsonl', /folder that does not exist/],
    ['that is a folder', '', /is a folder/],
  ])('%s is a clear error', async (_what, path, message) => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'other'), 'x');
    const error = await startWrong({ file: folder + path });
    expect(error).toMatchObject({ name: 'GatewaySimulatorError', code: 'file' });
    expect(String(error)).toMatch(message);
  });

  it.each([
    ['my thesis\n', "is none of the simulator's"],
    ['{"format":"other"}\n', "is none of the simulator's"],
    ['\n', "is none of the simulator's"],
    [
      '{"format":"sms-gateway-simulator inbox","version":9,"lastId":null}\n',
      'was written by another version',
    ],
  ])('that holds %j instead says that it %s, and leaves it as it was', async (content, message) => {
    const folder = await makeFolder();
    const file = join(folder, 'other');
    await writeFile(file, content);
    const error = await startWrong({ file });
    expect(error).toMatchObject({ code: 'file', message: expect.stringContaining(message) });
    expect(await readFile(file, 'utf8')).toBe(content);
    expect(await readdir(folder)).toEqual(['other']);
  });

  it('that another simulator has is an error that names its process; when it ends, the file is free', async () => {
    const file = await makePath();
    const first = await start({ file });
    const error = await startWrong({ file });
    expect(error).toMatchObject({ code: 'file' });
    expect(String(error)).toContain(`process ${process.pid}`);
    await send(first);
    expect((await restart(first, file)).messages).toHaveLength(1);
  });

  it('that another living process has is an error; one that a dead process left is taken over', async () => {
    const file = await makePath();
    await writeFile(`${file}.lock`, `${process.ppid}\n`);
    expect(String(await startWrong({ file }))).toContain(`delete ${file}.lock`);
    const dead = await new Promise<number>((resolve) => {
      const child = execFile(process.execPath, ['--version'], () => resolve(child.pid ?? 0));
    });
    for (const left of [`${dead}\n`, `${process.pid}\n`, '', 'x']) {
      await writeFile(`${file}.lock`, left);
      await (await start({ file })).close();
    }
  });

  it('that fails for another reason gives the file free', async () => {
    const file = await makePath();
    const { port } = await start();
    expect(await startWrong({ file, port })).toMatchObject({ code: 'listen' });
    expect((await start({ file })).messages).toEqual([]);
  });
});

describe('a file that cannot be written any more', () => {
  it('fails no send, and is said once', async () => {
    const { answer, warnings, gateway } = await lose((file) => rm(file));
    expect(answer).toMatchObject({ status: 'success' });
    expect(gateway.messages).toHaveLength(5);
    expect(warnings).toEqual([expect.stringMatching(/cannot be written any more \(ENOENT\)/)]);
    expect(warnings[0]).not.toContain('482913');
  });

  it('because somebody else wrote to it stays as that one left it', async () => {
    const { file, warnings } = await lose((path) => writeFile(path, 'mine\n'));
    expect(await readFile(file, 'utf8')).toBe('mine\n');
    expect(warnings).toEqual([expect.stringContaining('another program changed it')]);
  });
});
