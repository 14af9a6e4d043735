import { runChild } from '../support/run-child.js';

const MOST = 30;

it(`a plain send enters at most ${MOST} files of the built package`, async () => {
  const entered = await runChild(new URL('entered.child.ts', import.meta.url));
  expect(entered).toEqual(
    expect.arrayContaining(['lib/core/account/sms-account.js', 'lib/core/transport/exchange.js']),
  );
  expect(entered).toHaveProperty('length', expect.any(Number));
  expect((entered as string[]).slice(MOST)).toEqual([]);
});
