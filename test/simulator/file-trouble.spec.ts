import { constants, lstat, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../docs/terminal.js';
import { send, sendJson, start } from './client.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { makeFolder, makePath, startWrong, until } from './inbox-files.js';

/** A simulator whose file is changed while it runs. */
async function disturb(change: (file: string) => Promise<void>) {
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
  await eventually(() => warnings.length > 0);
  for (let i = 0; i < 3; i += 1) await send(gateway);
  await gateway.close();
  return { file, warnings, answer, gateway };
}

describe('a start with a file', () => {
  it('creates a missing one, and accepts an empty one', async () => {
    const file = await makePath();
    await (await start({ file })).close();
    await writeFile(file, '');
    expect((await start({ file })).messages).toEqual([]);
  });

  it.each([
    ['in a folder that does not exist', '/missing/inbox.json', /folder that does not exist/],
    ['below a file', '/other/inbox.json', /folder that does not exist/],
    ['that is a folder', '', /is a folder/],
  ])('%s is a clear error', async (_what, path, message) => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'other'), 'x');
    const error = await startWrong({ file: folder + path });
    expect(error).toMatchObject({ name: 'GatewaySimulatorError', code: 'file' });
    expect(String(error)).toMatch(message);
  });

  it('that is a pipe fails, and leaves the pipe alone', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'pipe');
    await run('mkfifo pipe', folder);
    // Ends a read in the end, if there is one.
    const writer = await open(file, constants.O_RDWR);
    afterThisTest(() => writer.close());
    expect(String(await startWrong({ file }))).toContain('is not a regular file.');
    expect((await lstat(file)).isFIFO()).toBe(true);
  });

  it.each([
    ['my thesis\n', 'is not an inbox file'],
    ['{"format":"other"}\n', 'is not an inbox file'],
    ['\n', 'is not an inbox file'],
    [
      '{"format":"sms-gateway-simulator inbox","version":1,"lastId":null,"messages":[]}\n',
      'from another version',
    ],
    [
      '{"format":"sms-gateway-simulator inbox","version":2,"lastId":null,"messages":[{"id":1}]}\n',
      'is damaged',
    ],
  ])('with the contents %j fails because it %s, and does not change it', async (text, message) => {
    const folder = await makeFolder();
    const file = join(folder, 'other');
    await writeFile(file, text);
    const error = await startWrong({ file });
    expect(error).toMatchObject({ code: 'file', message: expect.stringContaining(message) });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['other']);
  });
});

describe('a file that can no longer be written', () => {
  it('does not affect sends, and is reported once', async () => {
    const { answer, warnings, gateway } = await disturb((file) => rm(file));
    expect(answer).toMatchObject({ status: 'success' });
    expect(gateway.messages).toHaveLength(5);
    expect(warnings).toEqual([expect.stringMatching(/can no longer be written \(ENOENT\)/)]);
    expect(warnings[0]).not.toContain('482913');
  });

  it('because another program changed it is left unchanged', async () => {
    const { file, warnings } = await disturb((path) => writeFile(path, 'mine\n'));
    expect(await readFile(file, 'utf8')).toBe('mine\n');
    expect(warnings).toEqual([expect.stringContaining('was changed by another program')]);
  });
});
