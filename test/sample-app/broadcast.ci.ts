import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { StatusLine, StatusLineLogger } from '../../sample-app/src/broadcast/status-line.js';
import { GatewaySimulator } from '../../simulator/index.js';
import { Running } from '../docs/terminal.js';
import { counted, numberAt } from '../runs/runs.js';
import { afterThisTest } from '../support/clean-up.js';
import { ACCOUNT as OWN, accountOf, buildSample } from './sample.js';

const ACCOUNT = { ...OWN, timeZone: 'UTC' };
let gateway: GatewaySimulator;
let folder: string;

// Without `npm test` before, this takes a while.
beforeAll(buildSample, 120_000);

beforeEach(async () => {
  gateway = await GatewaySimulator.start(ACCOUNT);
  folder = await mkdtemp(join(tmpdir(), 'sms-broadcast-'));
});

afterEach(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

function start(file: string, agreed = '--yes'): Running {
  const script = 'sample-app/dist/broadcast/main.js';
  const command = `exec node ${script} ${agreed} ${file} Hello </dev/null`;
  const running = Running.start(command, process.cwd(), {
    ...accountOf(gateway.url),
    SMS_TIME_ZONE: ACCOUNT.timeZone,
    SMS_SENDER_ID: 'SAMPLE',
  });
  afterThisTest(() => running.stop());
  return running;
}

/** How the command ended, and what it wrote. */
async function ended(running: Running) {
  const [code] = await running.untilEnded();
  return { code, said: running.output };
}

async function fileOf(numbers: readonly string[]): Promise<string> {
  const file = join(folder, 'numbers.txt');
  await writeFile(file, numbers.join('\n'));
  return file;
}

describe('the broadcast command', () => {
  it('counts a number that is listed twice, and ends with code 0', async () => {
    const file = await fileOf([...counted(4, numberAt), numberAt(0)]);
    const { code, said } = await ended(start(file));
    expect(said).toMatch(/100 % {2}5\/5 .* 0 failed {2}1 duplicate\n$/);
    expect(said).not.toContain('Interrupted');
    expect(code).toBe(0);
  });

  it('sends to every number, though its plan has read them all before', async () => {
    const { code, said } = await ended(start(await fileOf([...counted(250, numberAt)])));
    expect(said).toMatch(/^The text takes .*\n250 recipients, 3 requests, 250 segments, about /);
    const reached = gateway.messages.flatMap(({ to }) => to);
    expect(reached.toSorted()).toEqual([...counted(250, numberAt)]);
    expect(code).toBe(0);
  });

  it('says that the balance is not enough', async () => {
    gateway.setBalance(3);
    const { said } = await ended(start(await fileOf([...counted(4, numberAt)])));
    expect(said).toContain('The account has 3 credits left, which is NOT ENOUGH.\n');
  });

  it('sends nothing with neither a terminal nor --yes, says what to do, and ends with code 2', async () => {
    const { code, said } = await ended(start(await fileOf([numberAt(0)]), ''));
    expect(said).toMatch(/^1 recipient, 1 request.*\n(?:.*\n)*.* Add --yes to send it\.\n$/m);
    expect(gateway.messages).toEqual([]);
    expect(code).toBe(2);
  });

  it('sends nothing, and asks nothing, if nobody would get it', async () => {
    const { code, said } = await ended(start(await fileOf(['12']), ''));
    expect(said).toMatch(
      /Left out: 1 invalid\n.*number 1: .*\nNothing was sent, because nobody .*\n$/,
    );
    expect(code).toBe(1);
  });

  it('ends with code 1 if a number was not accepted', async () => {
    const { code, said } = await ended(start(await fileOf([numberAt(0), '12'])));
    expect(said).toMatch(
      /2\/2 .* 1 failed\n1 failed: The message is invalid and was not sent\. to: .*\n$/,
    );
    expect(code).toBe(1);
  });

  it('says in one sentence that a file does not exist', async () => {
    const { code, said } = await ended(start(join(folder, 'nowhere.txt')));
    expect(said).toMatch(/^Cannot read the numbers: ENOENT: .*nowhere\.txt'\.\n$/);
    expect(code).toBe(1);
  });

  it('says on Ctrl-C how many numbers were not attempted, and ends with code 1', async () => {
    gateway.faults.chance('slow', 1, { latency: 600 });
    const running = start(await fileOf([...counted(20_000, numberAt)]));
    await running.untilPrinted(/\/20000 /);
    await running.stop('SIGINT');
    const { code, said } = await ended(running);
    expect(said).toMatch(/Interrupted: [1-9]\d* were not attempted\.\n$/);
    expect(code).toBe(1);
  });
});

describe('what is logged while the progress bar is shown', () => {
  it.each([
    [true, '\r\u001B[Kbar\r\u001B[Klogged\n\r\u001B[Kbar\n'],
    [false, 'bar\nlogged\nbar\n'],
  ])('is on a separate line (terminal: %s)', (isTTY, expected) => {
    let screen = '';
    const write = (text: string): boolean => (screen += text) !== '';
    const line = new StatusLine({ isTTY, write: write as NodeJS.WriteStream['write'] });
    const out = jest.spyOn(process.stdout, 'write').mockImplementation(() => write('logged\n'));
    line.show('bar');
    new StatusLineLogger(line).warn('The gateway refused the login.');
    out.mockRestore();
    line.show('bar');
    line.end();
    expect(screen).toBe(expected);
  });
});
