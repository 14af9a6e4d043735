import { jest } from '@jest/globals';
import { changeRecord } from '../../lib/extras/records/change-record.js';

describe('a change of a record', () => {
  it('is tried until no other process was faster', async () => {
    const results = [undefined, undefined, 'changed'];
    expect(await changeRecord(async () => results.shift())).toBe('changed');
    expect(results).toEqual([]);
  });

  it('waits for a random time before it is tried again, and not before the first try', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.9);
    try {
      await changeRecord(async () => 'changed');
      expect(random).not.toHaveBeenCalled();
      const said: string[] = [];
      await changeRecord(async () => {
        said.push('try');
        setTimeout(() => said.push('other work'), 1);
        return said.length > 1 ? 'changed' : undefined;
      });
      expect(said).toEqual(['try', 'other work', 'try']);
      expect(random).toHaveBeenCalledTimes(1);
    } finally {
      random.mockRestore();
    }
  });

  it('is not tried again once it is abandoned', async () => {
    const abandoned = new AbortController();
    let tries = 0;
    const change = changeRecord(async () => {
      tries += 1;
      abandoned.abort();
      return undefined;
    }, abandoned.signal);
    await expect(change).rejects.toThrow('aborted');
    expect(tries).toBe(1);
  });

  it('fails if other processes are always faster', async () => {
    await expect(changeRecord(async () => undefined)).rejects.toThrow(
      'Other processes changed the record 250 times',
    );
  });
});
