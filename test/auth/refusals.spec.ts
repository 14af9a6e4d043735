import { passTime, ScriptedAccount } from '../support/fake-account.js';
import {
  acceptance,
  type Answer,
  rejection,
  ScriptedGateway,
  token,
} from '../support/scripted-gateway.js';

const REFUSALS: readonly (readonly [string, Answer])[] = [
  ['HTTP 403', { status: 403 }],
  ['statusCode 216', rejection('216', 'Invalid credentials')],
];

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe.each(REFUSALS)('if a firewall refuses some texts (%s)', (_what, refusal) => {
  it.each([2, 10, 50])(
    'no other send fails at %d %% refused, and there is at most one login per cool-down',
    async (percent) => {
      const gateway = new ScriptedGateway({
        send: ({ fields }) => (fields['msg'] === 'refused' ? refusal : acceptance()),
      });
      const account = new ScriptedAccount(gateway, {
        // Not the same for all, so that refusals overlap logins in many ways.
        latency: () => 20 + (gateway.sends.length % 7) * 25,
      });
      const outcomes: Record<string, Promise<string>[]> = { refused: [], fine: [] };
      // 40 a second for 10 seconds.
      for (const index of range(400)) {
        const isRefused = (index * percent) % 100 < percent;
        const text = isRefused ? 'refused' : 'fine';
        outcomes[text]!.push(account.outcome(text));
        await passTime(25);
      }
      await passTime(1000);
      expect(new Set(await Promise.all(outcomes['fine']!))).toEqual(new Set(['accepted']));
      expect(new Set(await Promise.all(outcomes['refused']!))).toEqual(
        new Set(['credentials-refused']),
      );
      expect(outcomes['refused']).toHaveLength((400 * percent) / 100);
      // The first login is the one that every account begins with.
      const times = gateway.logins.slice(1).map(({ at }) => at);
      expect(times.length).toBeGreaterThan(0);
      times
        .slice(1)
        .forEach((at, index) => expect(at - times[index]!).toBeGreaterThanOrEqual(1000));
    },
  );

  it('50 sends refused with a revoked token make one login, and all arrive', async () => {
    let valid = 't1';
    const gateway = new ScriptedGateway({
      login: (_request, count) => token((valid = `t${count}`)),
      send: ({ headers }) => (headers['authorization'] === valid ? acceptance() : refusal),
    });
    const account = new ScriptedAccount(gateway, {
      latency: () => 10 + (gateway.sends.length % 10) * 20,
    });
    const first = account.outcome();
    await passTime(1000);
    valid = 'revoked';
    const others = range(50).map(() => account.outcome());
    await passTime(1000);
    expect(await Promise.all([first, ...others])).toEqual(range(51).map(() => 'accepted'));
    expect(gateway.logins).toHaveLength(2);
  });
});

const REFUSED: Answer = { status: 401 };

describe('a refused send', () => {
  it('leaves the current token to others while it waits for the login', async () => {
    const gateway = new ScriptedGateway({
      send: ({ fields }) => (fields['msg'] === 'refused' ? REFUSED : acceptance()),
    });
    const account = new ScriptedAccount(gateway, { latency: 10 });
    const before = account.outcome();
    await passTime(100);
    account.latency = 500;
    const refused = account.outcome('refused');
    await passTime(600);
    expect(gateway.logins).toHaveLength(2);
    const other = account.outcome('other');
    await passTime(0);
    expect(gateway.sends.at(-1)).toMatchObject({
      fields: { msg: 'other' },
      headers: { authorization: 't1' },
    });
    await passTime(2000);
    expect(await Promise.all([before, refused, other])).toEqual([
      'accepted',
      'credentials-refused',
      'accepted',
    ]);
    expect(gateway.sends.filter(({ fields }) => fields['msg'] === 'refused')).toMatchObject([
      { headers: { authorization: 't1' } },
      { headers: { authorization: 't2' } },
    ]);
  });

  it('is repeated without a login if its token is no longer the current one', async () => {
    const gateway = new ScriptedGateway({
      send: ({ headers }) => (headers['authorization'] === 't1' ? REFUSED : acceptance()),
    });
    const account = new ScriptedAccount(gateway, {
      latency: (text) => (text === 'late' ? 5000 : 10),
    });
    const outcomes = ['late', 'soon'].map((text) => account.outcome(text));
    await passTime(20_000);
    expect(await Promise.all(outcomes)).toEqual(['accepted', 'accepted']);
    expect(gateway.logins).toHaveLength(2);
  });

  it('is not repeated if the login returns the same token again', async () => {
    const gateway = new ScriptedGateway({
      login: () => token('always the same'),
      send: ({ fields }) => (fields['msg'] === 'refused' ? REFUSED : acceptance()),
    });
    const account = new ScriptedAccount(gateway);
    const outcomes = ['refused', 'fine', 'refused', 'fine'].map((text) => account.outcome(text));
    await passTime(100);
    expect(await Promise.all(outcomes)).toEqual([
      'credentials-refused',
      'accepted',
      'credentials-refused',
      'accepted',
    ]);
    expect([gateway.logins.length, gateway.sends.length]).toEqual([2, 4]);
  });
});

describe('if the login that a refusal started fails', () => {
  const cases = [
    ['without an answer', { status: 503 }, ['gateway-failed', 'login-failed']],
    ['with a rejection', rejection('216'), ['login-refused', 'login-refused']],
  ] as const;

  it.each(cases)(
    '%s, the refused send says so, and so do those after it',
    async (_how, answer, codes) => {
      const gateway = new ScriptedGateway({
        login: (_request, count) => (count === 1 ? token('t1') : answer),
        send: (_request, count) => (count === 1 ? acceptance() : REFUSED),
      });
      const account = new ScriptedAccount(gateway);
      const outcomes: string[] = [];
      for (const text of ['accepted', 'refused', 'later']) {
        const outcome = account.outcome(text);
        await passTime(10);
        outcomes.push(await outcome);
      }
      expect(outcomes).toEqual(['accepted', ...codes]);
      expect(gateway.logins).toHaveLength(2);
    },
  );

  it('with a rejection, other sends fail at once, without a request, until the cool-down is over', async () => {
    const gateway = new ScriptedGateway({
      login: (_request, count) => (count === 2 ? rejection('216') : token(`t${count}`)),
      send: ({ headers }) => (headers['authorization'] === 't1' ? REFUSED : acceptance()),
    });
    const account = new ScriptedAccount(gateway);
    for (const [wait, outcome] of [
      [10, 'login-refused'],
      [1000, 'login-refused'],
      [10, 'accepted'],
    ] as const) {
      const sending = account.outcome();
      await passTime(wait);
      expect(await sending).toBe(outcome);
    }
    expect(gateway.sends.map(({ headers }) => headers['authorization'])).toEqual(['t1', 't3']);
  });

  it('without an answer, the current token stays in use', async () => {
    const gateway = new ScriptedGateway({
      login: (_request, count) => (count === 1 ? token('t1') : { status: 503 }),
      send: ({ fields }) => (fields['msg'] === 'refused' ? REFUSED : acceptance()),
    });
    const account = new ScriptedAccount(gateway);
    const outcomes = ['refused', 'other'].map((text) => account.outcome(text));
    await passTime(10);
    const later = account.outcome('later');
    await passTime(10);
    expect(await Promise.all([...outcomes, later])).toEqual([
      'gateway-failed',
      'accepted',
      'accepted',
    ]);
  });

  it('with a rejection, a token that is accepted for other messages meanwhile stays in use', async () => {
    const gateway = new ScriptedGateway({
      login: (_request, count) => (count === 1 ? token('t1') : rejection('216', 'Too many logins')),
      send: ({ fields }) => (fields['msg'] === 'refused' ? REFUSED : acceptance()),
    });
    const account = new ScriptedAccount(gateway, { latency: 100 });
    const refused = account.outcome('refused');
    await passTime(210);
    const meanwhile = account.outcome('meanwhile');
    await passTime(0);
    account.latency = 0;
    const soon = account.outcome('soon');
    await passTime(500);
    const later = account.outcome('later');
    await passTime(10);
    expect(await Promise.all([refused, meanwhile, soon, later])).toEqual([
      'login-refused',
      'accepted',
      'accepted',
      'accepted',
    ]);
  });
});
