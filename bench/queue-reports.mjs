// What it costs a queue to store delivery reports, and how long a flood of them blocks a process.
import { setTimeout as sleep } from 'node:timers/promises';
import { getSmsReportsToken } from 'nestjs-sms-gateway/reports';

const AT_ONCE = 50;
const FLOOD = { requests: 30, reports: 1000 };

export const numberAt = (index) => String(919_800_000_000 + index);

const reportAt = (index, mobile, name) => ({
  transId: `${name}-${index}`,
  mobile,
  status: 'DELIVRD',
});

/**
 * How many reports an app stores in a second, one in each request, with a number of requests at once.
 *
 * @param app an app with `SmsReportsModule` and a queue with the option `reports`
 * @param numberOf the number of each report
 */
export async function storedPerSecond(app, count, name, numberOf) {
  const reports = app.get(getSmsReportsToken());
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next++;
      await reports.receive({ body: reportAt(index, numberOf(index), name) });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (count / (performance.now() - start)) * 1000;
}

/** The longest time, in ms, that requests with many forged reports for one number block the event loop. */
export async function longestBlock(app, name) {
  const reports = app.get(getSmsReportsToken());
  const bodies = Array.from({ length: FLOOD.requests }, (_request, at) =>
    Array.from({ length: FLOOD.reports }, (_report, index) =>
      reportAt(index, numberAt(0), `${name}-${at}`),
    ),
  );
  await sleep(100);
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await Promise.all(bodies.map((body) => reports.receive({ body })));
  await sleep(10);
  clearInterval(timer);
  return longest;
}
