import {
  SmsAuthProvider,
  type SmsCredentials,
  type SmsGatewayModuleOptions,
  type SmsService,
} from '../../lib/index.js';
import { openFailover } from './failover-pair.js';
import { errorOf, message, PASSWORD_AUTH, TOKEN_AUTH } from '../support/account.js';
import { holdTimers } from '../support/clock.js';
import { eventually, Latch } from '../support/eventually.js';
import {
  acceptance,
  type Answer,
  rejection,
  ScriptedGateway,
  token,
} from '../support/scripted-gateway.js';

const FORBIDDEN: Answer = { status: 403 };
const REFUSALS: [string, Answer][] = [
  ['HTTP 403', FORBIDDEN],
  ['HTTP 401', { status: 401 }],
  ['statusCode 216', rejection('216', 'Invalid credentials')],
];

let primary: ScriptedGateway;
let backup: ScriptedGateway;

beforeEach(async () => {
  [primary, backup] = await Promise.all([ScriptedGateway.listen(), ScriptedGateway.listen()]);
});

async function open(
  auth?: SmsGatewayModuleOptions['auth'],
  options: Partial<SmsGatewayModuleOptions> = {},
): Promise<SmsService> {
  const first = auth ? { auth, ...options } : options;
  return (await openFailover([primary, backup], first)).sms;
}

/** The account that took a text, or the code of the error. */
async function send(sms: SmsService, text: string): Promise<string> {
  const sending = sms.send(message(text));
  return sending.then(
    ({ account }) => account,
    async () => {
      const { account, code } = await errorOf(sending);
      return `${account}: ${code}`;
    },
  );
}

/** What happens to texts, sent one after the other. */
async function sendAll(sms: SmsService, ...texts: string[]): Promise<string[]> {
  const ends: string[] = [];
  for (const text of texts) ends.push(await send(sms, text));
  return ends;
}

/** Refuses every text that starts with "bad". */
function firewall(answer: Answer = FORBIDDEN): void {
  primary.script = {
    send: ({ fields }) => (fields['msg']?.startsWith('bad') ? answer : acceptance()),
  };
}

const REFUSED = 'primary: credentials-refused';

describe.each(REFUSALS)('one text that a firewall refuses (%s)', (_what, refusal) => {
  it.each([
    ['a password', PASSWORD_AUTH],
    ['the token flow, which tries each with a new token', { ...TOKEN_AUTH, cooldown: 1 }],
  ])('goes to no other account, and the first one stays in use, with %s', async (_how, auth) => {
    firewall(refusal);
    const sms = await open(auth);
    expect(await sendAll(sms, 'good', 'bad', 'bad', 'good')).toEqual([
      'primary',
      REFUSED,
      REFUSED,
      'primary',
    ]);
    expect(backup.texts).toEqual([]);
  });
});

describe('nor does it go there while no new token can be had, because the login', () => {
  it('fails', async () => {
    firewall();
    primary.script = {
      ...primary.script,
      login: (_request, count) => (count === 1 ? token('t1') : { status: 503 }),
    };
    const sms = await open(TOKEN_AUTH, { retry: { attempts: 1 } });
    expect(await sendAll(sms, 'good', 'bad', 'bad', 'good')).toEqual([
      'primary',
      REFUSED,
      REFUSED,
      'primary',
    ]);
    expect(backup.texts).toEqual([]);
  });

  it('hangs', async () => {
    const never = new Latch();
    firewall();
    primary.script = {
      ...primary.script,
      login: (_request, count) =>
        count === 1 ? token('t1') : never.opened.then(() => rejection()),
    };
    const sms = await open(TOKEN_AUTH, { timeout: { total: 4000 } });
    const timers = holdTimers();
    await send(sms, 'good');
    const refused = send(sms, 'bad');
    await eventually(() => primary.logins.length === 2);
    await timers.pass(2000);
    expect(await refused).toBe(REFUSED);
    expect(backup.texts).toEqual([]);
    never.open();
  });
});

it('nor do several refused texts in a row, if a token that was made after the first one is refused too', async () => {
  firewall();
  const sms = await open(TOKEN_AUTH);
  const ends = await sendAll(sms, 'good', 'bad 1', 'bad 2', 'bad 1', 'bad 3', 'good too');
  expect(ends).toEqual(['primary', REFUSED, REFUSED, REFUSED, REFUSED, 'primary']);
  expect(backup.texts).toEqual([]);
  expect(primary.logins).toHaveLength(2);
});

it('refused texts between accepted ones go to no other account', async () => {
  firewall();
  const sms = await open();
  const ends = await sendAll(sms, 'good', 'bad 1', 'good', 'bad 2', 'good');
  expect(ends).toEqual(['primary', REFUSED, 'primary', REFUSED, 'primary']);
});

describe('the account is taken to be refused, and the next one gets the message, if', () => {
  it('a second text is refused after the last accepted one', async () => {
    let isBlocked = false;
    primary.script = { send: () => (isBlocked ? FORBIDDEN : acceptance()) };
    const sms = await open();
    await send(sms, 'first');
    isBlocked = true;
    expect(await sendAll(sms, 'one', 'two', 'one')).toEqual([REFUSED, 'backup', 'backup']);
    // It is tried last now.
    expect(primary.texts).toEqual(['first', 'one', 'two']);
  });

  it('a second text is refused, and each login returns the same token', async () => {
    firewall();
    primary.script = { ...primary.script, login: () => token('always the same') };
    const sms = await open(TOKEN_AUTH);
    expect(await sendAll(sms, 'good', 'bad 1', 'bad 2')).toEqual(['primary', REFUSED, 'backup']);
  });

  it.each<[string, SmsGatewayModuleOptions['auth'] | undefined]>([
    ['a password', undefined],
    ['the token flow, whose logins still work', { ...TOKEN_AUTH, cooldown: 1 }],
  ])('the refused text was accepted before, with %s', async (_how, auth) => {
    let isBlocked = false;
    primary.script = { send: () => (isBlocked ? FORBIDDEN : acceptance()) };
    const sms = await open(auth);
    await sendAll(sms, 'offer', 'code 1', 'code 2');
    isBlocked = true;
    expect(await sendAll(sms, 'offer', 'offer', 'code 3', 'code 4')).toEqual([
      'backup',
      'backup',
      'backup',
      'backup',
    ]);
  });

  it('its key is revoked during a broadcast of one text', async () => {
    let left = 3;
    primary.script = { send: () => ((left -= 1) < 0 ? FORBIDDEN : acceptance()) };
    const sms = await open();
    const numbers = Array.from({ length: 20 }, (_, index) => `9198765432${10 + index}`);
    const run = sms.broadcast({ text: 'offer' }, numbers, { batchSize: 2, concurrency: 1 });
    expect(await run.finish()).toMatchObject({ accepted: 10, 'not-sent': 0 });
    expect([primary.texts.length, backup.texts.length]).toEqual([4, 7]);
  });

  it('no send has been accepted yet', async () => {
    firewall();
    const sms = await open();
    expect(await sendAll(sms, 'bad', 'good')).toEqual(['backup', 'backup']);
  });

  it('its login is refused as well', async () => {
    let isBlocked = false;
    primary.script = {
      login: () => (isBlocked ? rejection('216') : token('t1')),
      send: () => (isBlocked ? FORBIDDEN : acceptance()),
    };
    const sms = await open(TOKEN_AUTH);
    await send(sms, 'first');
    isBlocked = true;
    expect(await send(sms, 'one')).toBe('backup');
  });
});

describe('with a strategy of the app', () => {
  class Keys extends SmsAuthProvider {
    key = 'one';

    override async credentials(): Promise<SmsCredentials> {
      return { headers: { apikey: this.key }, fields: { userid: 'acme' } };
    }
  }

  it('credentials are the same if their values are', async () => {
    firewall();
    const sms = await open(new Keys());
    expect(await sendAll(sms, 'good', 'bad')).toEqual(['primary', REFUSED]);
  });

  it('a text counts as accepted if it was accepted with an earlier key of the same user', async () => {
    const keys = new Keys();
    primary.script = {
      send: ({ headers, fields }) =>
        headers['apikey'] === 'one' || fields['msg'] === 'code' ? acceptance() : FORBIDDEN,
    };
    const sms = await open(keys);
    await sendAll(sms, 'offer');
    keys.key = 'two';
    expect(await sendAll(sms, 'code', 'offer', 'offer')).toEqual(['primary', 'backup', 'backup']);
  });

  it('a refusal may be about a text that was accepted only for another user', async () => {
    let userid = 'one';
    class Users extends Keys {
      override async credentials(): Promise<SmsCredentials> {
        return { headers: { apikey: this.key }, fields: { userid } };
      }
    }
    primary.script = {
      send: ({ fields }) =>
        fields['userid'] === 'one' || fields['msg'] === 'code' ? acceptance() : FORBIDDEN,
    };
    const sms = await open(new Users());
    await sendAll(sms, 'offer');
    userid = 'two';
    expect(await sendAll(sms, 'code', 'offer')).toEqual(['primary', REFUSED]);
  });

  it("new credentials that are refused at once are the account's fault", async () => {
    primary.script = {
      send: ({ headers }) => (headers['apikey'] === 'one' ? acceptance() : FORBIDDEN),
    };
    const keys = new Keys();
    const sms = await open(keys);
    await send(sms, 'first');
    keys.key = 'two';
    expect(await send(sms, 'one')).toBe('backup');
  });
});
