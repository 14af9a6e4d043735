import { openOtp, otherThan } from '../otp/open-otp.js';
import { errorOf, NUMBER, openAccount } from '../support/account.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';
import { type Point, Telemetry } from './telemetry.js';

const BRITISH = '+44 7400 900123';
// Reserved for examples, so no plan has it, and several countries share its prefix.
const RESERVED = '+44 7700 900123';
const COUNTRY = 'sms.country';

/** How much was counted in each country. */
const countriesOf = (points: readonly Point[] = [], label = 'sms.outcome') =>
  points
    .map(({ attributes, value }) => [attributes[label], attributes[COUNTRY], value])
    .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));

/** Sends to people in several countries, and to one. */
async function sendAbroad(): Promise<void> {
  const { url } = await ScriptedGateway.listen({
    send: (_request, count) => (count === 1 ? acceptance() : rejection()),
  });
  const { sms } = await openAccount({ baseUrl: url });
  await sms.send({ to: [NUMBER, '919876543211', BRITISH, RESERVED], text: 'hi' });
  await errorOf(sms.send({ to: NUMBER, text: 'hi' }));
  await errorOf(sms.send({ to: RESERVED, text: 'hi' }));
}

/** Starts a code and types it, rightly and wrongly, in each country. */
async function typeCodes(): Promise<void> {
  const { otp, lastCode } = await openOtp(
    { checks: 1, cooldown: 0 },
    { guard: { countries: ['IN', 'GB'] } },
  );
  const purpose = 'login';
  const { id } = await otp.start({ to: NUMBER, purpose });
  await otp.verify({ id, code: lastCode(), purpose });
  await otp.verify({ id, code: lastCode(), purpose });
  const { id: other } = await otp.start({ to: BRITISH, purpose });
  await otp.resend(other);
  await otp.verify({ id: other, code: otherThan(lastCode()), purpose });
  await otp.verify({ id: other, code: lastCode(), purpose });
  await otp.verify({ id: 'A'.repeat(22), code: '000000', purpose });
}

describe('instrumentSms with countries', () => {
  it('counts sends in the country of each number, also those that fail', async () => {
    const telemetry = Telemetry.ofThisTest({ countries: true });
    await sendAbroad();
    const points = await telemetry.points();
    expect(countriesOf(points['messaging.client.sent.messages'])).toEqual([
      ['accepted', 'GB', 1],
      ['accepted', 'IN', 2],
      ['accepted', 'unknown', 1],
      ['not-sent', 'IN', 1],
      ['not-sent', 'unknown', 1],
    ]);
  });

  it('names the country in the span of a send, and is mixed for several', async () => {
    const telemetry = Telemetry.ofThisTest({ countries: true });
    await sendAbroad();
    const sends = telemetry.spans.filter(({ name }) => name === 'send default');
    expect(sends.map(({ attributes }) => attributes[COUNTRY])).toEqual(['mixed', 'IN', 'unknown']);
  });

  it('counts codes in the country of their number, as long as the challenge is known', async () => {
    const telemetry = Telemetry.ofThisTest({ countries: true });
    await typeCodes();
    const { 'sms.otp': codes } = await telemetry.points();
    expect(countriesOf(codes, 'sms.otp.result')).toEqual([
      ['exhausted', 'GB', 1],
      ['resent', 'GB', 1],
      ['started', 'GB', 1],
      ['started', 'IN', 1],
      ['unknown-id', 'unknown', 1],
      ['used', 'IN', 1],
      ['verified', 'IN', 1],
      ['wrong', 'GB', 1],
    ]);
  });

  it('leaves histograms and other counters as they are', async () => {
    const telemetry = Telemetry.ofThisTest({ countries: true });
    await sendAbroad();
    expect(await namesWithCountry(telemetry)).toEqual(['messaging.client.sent.messages']);
  });

  it('is off by default', async () => {
    const telemetry = Telemetry.ofThisTest();
    await sendAbroad();
    await typeCodes();
    expect(await namesWithCountry(telemetry)).toEqual([]);
    const named = telemetry.spans.filter(({ attributes }) => COUNTRY in attributes);
    expect(named).toEqual([]);
  });
});

/** The metrics that say where people are. */
async function namesWithCountry(telemetry: Telemetry): Promise<string[]> {
  const all = Object.entries(await telemetry.points());
  expect(all.map(([name]) => name)).toContain('messaging.client.operation.duration');
  return all
    .filter(([, points]) => points.some(({ attributes }) => COUNTRY in attributes))
    .map(([name]) => name);
}
