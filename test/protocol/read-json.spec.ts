import * as fc from 'fast-check';
import { readJsonObject } from '../../lib/core/protocol/read-json.js';

const read = (text: string) => readJsonObject(Buffer.from(text));

describe('readJsonObject', () => {
  it('reads what JSON.parse reads if every number is exact', () => {
    const exact = fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => !/\d{16}/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), exact), (value) => {
        const text = JSON.stringify(value);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps every digit of whole numbers of any size, wherever they are', () => {
    const digits = fc.bigInt({ min: 10n ** 16n, max: 10n ** 40n });
    const beside = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(digits, beside, fc.string(), (id, double, text) => {
        const other = JSON.stringify({ text, double }).slice(1, -1);
        const given = read(`{${other},"id":${id},"minus":-${id},"list":[${id},{"id":${id}}]}`);
        const shown = String(id);
        expect(given).toMatchObject({ id: shown, minus: `-${shown}`, text });
        expect(given?.['list']).toEqual([shown, { id: shown }]);
      }),
    );
  });

  it.each(['', '[]', '[{"a":1}]', 'null', '1', '"a"', 'true', '{"a":1', '<html>'])(
    'takes %j for no object',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  // A slow one would not end within the runner's limit.
  it('reads in linear time', () => {
    expect(read(`{"a":[${'"\\'.repeat(200_000)}`)).toBeUndefined();
    expect(read(`{"a":[${'1'.repeat(500_000)}.]}`)).toBeUndefined();
    read(`{"id":12345678901234567890,"a":"${'\\"'.repeat(200_000)}"}`);
  });
});
