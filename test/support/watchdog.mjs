// A thread that ends a Jest worker whose tests no longer let anything else run, and names the test.
// Jest's own time limit is a timer, which never fires then.
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** In seconds. */
const LIMIT = 120;

let test = 'no test';
let silence = 0;
parentPort.on('message', (started) => {
  test = started ?? test;
  silence = 0;
});
setInterval(() => {
  silence += 1;
  if (silence <= LIMIT) return;
  writeSync(2, `Nothing else could run for ${LIMIT} s. The last test that started: ${test}\n`);
  process.kill(process.pid, 'SIGKILL');
}, 1000);
