import {
  captureWarnings,
  generalWarnings,
  message,
  openAccount,
  PASSWORD,
  TOKEN_AUTH,
  USER,
} from '../support/account.js';
import { setClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { acceptance, ScriptedGateway, token } from '../support/scripted-gateway.js';

const NOON = '2026-03-01T12:00:00Z';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Given {
  readonly expiresAfter: unknown;
  readonly date?: string;
  readonly timeZone?: string;
}

/** Whether the token of a login is still used after this many ms without a send. */
async function usedAfter(ms: number, { expiresAfter, date, timeZone }: Given): Promise<boolean> {
  const clock = setClock(NOON);
  const gateway = await ScriptedGateway.listen({
    login: (_request, count) => ({
      ...token(`t${count}`, expiresAfter),
      ...(date !== undefined && { headers: { Date: date } }),
    }),
  });
  const auth = {
    method: 'token',
    userId: USER,
    password: PASSWORD,
    ...(timeZone !== undefined && { timeZone }),
  } as const;
  const { sms, close } = await openAccount({ baseUrl: gateway.url, auth });
  await sms.send(message());
  clock.pass(ms);
  await sms.send(message());
  await close();
  return gateway.sends[1]!.headers['authorization'] === 't1';
}

/** Whether a token is used one second before an end, and at it. */
async function usedAround(end: number, given: Given): Promise<{ before: boolean; at: boolean }> {
  const before = await usedAfter(end - SECOND, given);
  return { before, at: await usedAfter(end, given) };
}

const ENDS_THERE = { before: true, at: false };

describe('expires_after', () => {
  it.each([
    ['Asia/Kolkata', '2026-03-01 18:30:00', HOUR],
    ['America/New_York', '2026-03-01 08:00:00', HOUR],
  ])('is read in the zone that is set: %s', async (timeZone, expiresAfter, end) => {
    expect(await usedAround(end, { expiresAfter, timeZone })).toEqual(ENDS_THERE);
  });

  it('limits a token to 10 minutes while no zone is set', async () => {
    expect(await usedAround(10 * MINUTE, { expiresAfter: '2026-03-01 20:00:00' })).toEqual(
      ENDS_THERE,
    );
    expect(await usedAround(5 * MINUTE, { expiresAfter: '2026-03-01 12:05:00' })).toEqual(
      ENDS_THERE,
    );
  });

  it.each([
    ['is missing', undefined],
    ['is past', '2026-03-01 11:59:59'],
    ['is just now', '2026-03-01 12:00:00'],
    ['is over 366 days away', '2027-03-03 12:00:00'],
    ['has another shape', '2026-03-01T13:00:00Z'],
  ])('that %s makes the token usable for 60 s', async (_what, expiresAfter) => {
    expect(await usedAround(MINUTE, { expiresAfter, timeZone: 'UTC' })).toEqual(ENDS_THERE);
  });

  it('is used up to 366 days away', async () => {
    const given = { expiresAfter: '2027-03-02 11:59:59', timeZone: 'UTC' };
    expect(await usedAfter(300 * 24 * HOUR, given)).toBe(true);
  });
});

describe('a warning about expires_after', () => {
  const zones = [
    ['set', 'Asia/Kolkata'],
    ['not set', undefined],
  ] as const;
  // No time that is read in Kolkata or in UTC.
  const expiries = [
    ['cannot be read', 'tomorrow', 'no readable expires_after'],
    ['is past', '2026-03-01 11:00:00', 'already past'],
    ['is over 366 days away', '2027-03-03 20:00:00', 'more than 366 days away'],
  ] as const;
  const cases = expiries.flatMap((expiry) => zones.map((zone) => [...expiry, ...zone] as const));

  it.each(cases)('that %s (%s) is logged once: "%s", with timeZone %s', async (...given) => {
    const [_what, expiresAfter, text, _is, zone] = given;
    const clock = setClock(NOON);
    const warnings = captureWarnings();
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => token(`t${count}`, expiresAfter),
    });
    const { timeZone: _utc, ...auth } = TOKEN_AUTH;
    const { sms } = await openAccount({
      name: 'otp',
      baseUrl: gateway.url,
      auth: { ...auth, ...(zone !== undefined && { timeZone: zone }) },
    });
    for (let count = 0; count < 3; count += 1) {
      await sms.send(message());
      clock.pass(2 * MINUTE);
    }
    expect(gateway.logins).toHaveLength(3);
    expect(generalWarnings(warnings)).toEqual([expect.stringContaining(text)]);
    expect(warnings[0]).toMatch(/^\[otp\] .*auth\.timeZone/);
    expect(warnings[0]).toContain(zone ?? 'not set, so UTC');
    expect(warnings[0]).not.toContain('t1');
  });

  it('is not logged for a correct expiry', async () => {
    setClock(NOON);
    const warnings = captureWarnings();
    const gateway = await ScriptedGateway.listen({
      login: () => token('t1', '2026-03-01 13:00:00'),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    expect(generalWarnings(warnings)).toEqual([]);
  });
});

describe('tokens that are refused before their expires_after', () => {
  interface Lives {
    /** How long the gateway takes a token, in ms. */
    readonly real: number;
    /** How long it says so, in ms. */
    readonly said: number;
    readonly timeZone?: string;
    /** Between two sends, in ms. */
    readonly every?: number;
    readonly sends?: number;
    /** Texts that are refused whatever the token. */
    readonly isRefused?: (text: string) => boolean;
  }

  /** What is logged while an app sends. */
  async function warningsWhere(lives: Lives): Promise<string[]> {
    const { real, said, timeZone, every = 20 * MINUTE, sends = 20, isRefused } = lives;
    const clock = setClock(NOON);
    const warnings = captureWarnings();
    const issuedAt = new Map<string, number>();
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => {
        issuedAt.set(`t${count}`, Date.now());
        const end = new Date(Date.now() + said).toISOString();
        return token(`t${count}`, end.slice(0, 19).replace('T', ' '));
      },
      send: ({ headers, fields }) => {
        const age = Date.now() - issuedAt.get(headers['authorization']!)!;
        const refused = age >= real || isRefused?.(fields['msg']!);
        return refused ? { status: 401 } : acceptance();
      },
    });
    const { timeZone: _utc, ...auth } = TOKEN_AUTH;
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: { ...auth, ...(timeZone !== undefined && { timeZone }) },
    });
    for (let count = 0; count < sends; count += 1) {
      await sms.send(message(`m${count}`)).catch(() => undefined);
      clock.pass(every);
    }
    return warnings;
  }

  const HOURS_5_30 = 5.5 * HOUR;

  it('cause one warning after three in a row: timeZone is probably west of the gateway’s', async () => {
    const warnings = await warningsWhere({ real: HOUR, said: HOUR + HOURS_5_30, timeZone: 'UTC' });
    expect(generalWarnings(warnings)).toEqual([expect.stringContaining("auth.timeZone is 'UTC'")]);
    expect(warnings[0]).toContain('west');
  });

  it('also cause a warning if timeZone is not set', async () => {
    const said = 5 * MINUTE + HOURS_5_30;
    const warnings = await warningsWhere({ real: 5 * MINUTE, said, every: MINUTE });
    expect(generalWarnings(warnings)).toEqual([
      expect.stringContaining('auth.timeZone is not set'),
    ]);
  });

  it('cause no warning after two', async () => {
    const lives = { real: HOUR, said: HOUR + HOURS_5_30, timeZone: 'UTC', sends: 8 };
    expect(await warningsWhere(lives)).toEqual([]);
  });

  it('cause no warning if the repeat is refused as well, because the message is the cause', async () => {
    const lives = { real: HOUR, said: HOUR, timeZone: 'UTC', every: 5 * MINUTE, sends: 60 };
    expect(generalWarnings(await warningsWhere({ ...lives, isRefused: endsIn0Or5 }))).toEqual([]);
  });

  it('cause no warning within a minute of their login, because no token expires so soon', async () => {
    const lives = { real: 50 * SECOND, said: HOUR, timeZone: 'UTC', every: 10 * SECOND };
    expect(await warningsWhere({ ...lives, sends: 60 })).toEqual([]);
  });

  it('cause no warning if other tokens last to their end in between', async () => {
    const clock = setClock(NOON);
    const warnings = captureWarnings();
    let valid = '';
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => {
        const end = new Date(Date.now() + HOUR).toISOString();
        return token((valid = `t${count}`), end.slice(0, 19).replace('T', ' '));
      },
      send: ({ headers }) => (headers['authorization'] === valid ? acceptance() : { status: 401 }),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    for (let count = 0; count < 6; count += 1) {
      await sms.send(message());
      clock.pass(30 * MINUTE);
      // The gateway restarts and knows no token.
      valid = 'none';
      await sms.send(message());
      clock.pass(2 * HOUR);
    }
    expect(gateway.logins).toHaveLength(12);
    expect(generalWarnings(warnings)).toEqual([]);
  });
});

const endsIn0Or5 = (text: string): boolean => /[05]$/.test(text);

const skewed = (hours: number): Given => ({
  // The answer of a gateway whose clock is this many hours ahead, for a token with a lifetime of an hour.
  expiresAfter: new Date(Date.parse(NOON) + (hours + 1) * HOUR)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' '),
  date: new Date(Date.parse(NOON) + hours * HOUR).toUTCString(),
  timeZone: 'UTC',
});

describe('the Date header of the login answer', () => {
  it.each([-30, -0.5, 5])('corrects a clock that is %d hours ahead', async (hours) => {
    // One second less than the hour: the header's grain.
    expect(await usedAfter(HOUR - 2 * SECOND, skewed(hours))).toBe(true);
    expect(await usedAfter(HOUR, skewed(hours))).toBe(false);
  });

  it('corrects no difference that its resolution of one second explains', async () => {
    // Written at 12:00:00.400 as 12:00:00: no clock is behind.
    const clock = setClock('2026-03-01T12:00:00.400Z');
    const gateway = await ScriptedGateway.listen({
      login: (_request, count) => ({
        ...token(`t${count}`, '2026-03-01 12:10:00'),
        headers: { Date: 'Sun, 01 Mar 2026 12:00:00 GMT' },
      }),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    await sms.send(message());
    clock.pass(10 * MINUTE - 401);
    await sms.send(message());
    clock.pass(1);
    await sms.send(message());
    expect(gateway.sends.slice(0, 2).map(({ headers }) => headers['authorization'])).toEqual([
      't1',
      't1',
    ]);
    expect(gateway.sends[2]!.headers['authorization']).toBe('t2');
  });

  it('is ignored if it is not an HTTP date', async () => {
    const given = { expiresAfter: '2026-03-01 13:00:00', timeZone: 'UTC' };
    expect(await usedAround(HOUR, { ...given, date: 'Sun, 01 Mar 2026 07:00:00 EST' })).toEqual(
      ENDS_THERE,
    );
  });
});

it('a token whose age is not known, because the clock was set back, is not used', async () => {
  expect(await usedAfter(-HOUR, { expiresAfter: '2026-03-01 13:00:00', timeZone: 'UTC' })).toBe(
    false,
  );
});

it('a zone that is not the gateway’s costs logins, never a message', async () => {
  // The gateway writes New York's time, and everybody believes it is UTC.
  const clock = setClock(NOON);
  let valid = '';
  const arrived: unknown[] = [];
  const gateway = await ScriptedGateway.listen({
    login: (_request, count) => token((valid = `t${count}`), '2026-03-01 08:00:00'),
    send: ({ headers, fields }) => {
      if (headers['authorization'] !== valid) return { status: 401 };
      arrived.push(fields['msg']);
      return { body: { status: 'success', statusCode: 200, transactionId: '1' } };
    },
  });
  const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
  for (const text of ['a', 'b', 'c']) {
    await sms.send(message(text));
    clock.pass(50 * MINUTE);
  }
  expect(arrived).toEqual(['a', 'b', 'c']);
  await eventually(() => gateway.logins.length === 3);
});
