import { jest } from '@jest/globals';
import { afterThisTest } from '../support/clean-up.js';
import { login, send, start } from './client.js';

function keepOutput(): string[] {
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  afterThisTest(() => write.mockRestore());
  return lines;
}

describe('the option log', () => {
  it('prints one line for each send: outcome, masked number, and code or start of the text', async () => {
    const gateway = await start({ log: true, senderIds: ['ACMECO'] });
    const lines = keepOutput();
    await login(gateway);
    await send(gateway);
    await send(gateway, { msg: 'Hello', mobile: '14155550123,919876543210,12' });
    await send(gateway, { msg: `${'A long text. '.repeat(9)}`, senderid: 'OTHER' });
    await send(gateway, { msg: 'Too many', mobile: '99900000429' });
    gateway.faults.next('accept-then-drop');
    await send(gateway, { msg: 'Lost', mobile: undefined }).catch(() => undefined);
    expect(lines).toEqual([
      'SMS accepted to 91••••••3210: code 482913\n',
      'SMS accepted to 14•••••0123 and 2 more: Hello\n',
      'SMS refused (203) to 91••••••3210: A long text. A long text. A long text. A…\n',
      'SMS refused (fault 429) to 99•••••0429: Too many\n',
      'SMS refused (213, fault accept-then-drop): Lost\n',
    ]);
  });

  it('prints a line as one, whatever is in the text', async () => {
    const gateway = await start({ log: true });
    const lines = keepOutput();
    await send(gateway, { msg: 'a\r\nSMS accepted\u001b[2J\u202e\u2028\u009b' });
    await send(gateway, { msg: `${'x'.repeat(39)}🎉🎉` });
    expect(lines).toEqual([
      String.raw`SMS accepted to 91••••••3210: a\u{d}\u{a}SMS accepted\u{1b}[2J\u{202e}\u{2028}\u{9b}` +
        '\n',
      `SMS accepted to 91••••••3210: ${'x'.repeat(39)}🎉…\n`,
    ]);
  });

  it('prints nothing by default', async () => {
    const gateway = await start();
    const lines = keepOutput();
    await send(gateway);
    expect(lines).toEqual([]);
  });
});
