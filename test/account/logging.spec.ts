import type { SmsGatewayOptions } from '../../lib/index.js';
import { acceptanceBody, answer, tokenBody } from '../faults/answers.js';
import type { Conversation } from '../faults/conversation.js';
import { type App, closeApps, openApp, outcomeOf } from '../faults/harness.js';
import { RawGateway, type Script } from '../faults/raw-gateway.js';
import { CapturedLog } from './captured-log.js';

const NUMBER = '919876543210';
const OTHER = '447400900123';
const TEXT = 'Your secret word is quetzalcoatl';
const USER = 'zwiebelkuchen';
const PASSWORD = 'p4s$ wörd/quux';
const KEY = 'k3y-grünspan';
const TOKEN = 'token-xylophon';

/** What must never be shown, in any of the forms that go over the wire. */
const SECRETS = [NUMBER, OTHER, TEXT, 'quetzalcoatl', USER, PASSWORD, KEY, TOKEN].flatMap(
  (word) => [
    word,
    encodeURIComponent(word),
    Buffer.from(word).toString('base64').replace(/=+$/, ''),
  ],
);

const PASSWORD_AUTH = { method: 'password', userId: USER, password: PASSWORD } as const;
const METHODS = {
  password: PASSWORD_AUTH,
  apiKey: { method: 'apiKey', userId: USER, apiKey: encodeURIComponent(KEY) },
  token: { method: 'token', userId: USER, password: PASSWORD, cooldown: 1 },
} as const satisfies Record<string, SmsGatewayOptions['auth']>;

/** Answers sends; logins succeed. */
function answering(bytes: Buffer | ((conversation: Conversation) => void)): Script {
  return async (conversation) => {
    for (;;) {
      const { path } = await conversation.readRequest();
      if (path.endsWith('/me/')) await conversation.write(answer(tokenBody(TOKEN)));
      else if (typeof bytes === 'function') return bytes(conversation);
      else await conversation.write(bytes);
    }
  };
}

/** What a gateway may repeat of what it heard. */
const GOSSIP = {
  password: `${TEXT} to ${NUMBER} by ${USER} ${PASSWORD}`,
  apiKey: `${TEXT} to ${NUMBER} by ${USER} ${encodeURIComponent(KEY)}`,
  token: `${TEXT} to ${NUMBER} by ${USER} ${PASSWORD} ${TOKEN}`,
} as const satisfies Record<keyof typeof METHODS, string>;
const LOGIN_GOSSIP = `${USER} ${PASSWORD}`;

const rejection = (statusCode: string, reason: string): string =>
  JSON.stringify({ status: 'error', statusCode, reason, [NUMBER]: PASSWORD });

const REFUSED = expect.stringMatching(
  /^warn: \[default\] Not sent: 91••••••3210, SmsAuthenticationError \(credentials-refused\), 401: •••••• to •••••• by •••••• ••••••/,
);
const REJECTED = expect.stringMatching(
  /^warn: \[default\] Not sent: 91••••••3210, SmsRejectedError \(rejected\), 203: •••••• to •••••• by •••••• ••••••/,
);

const casesFor = (gossip: string): [string, Script, unknown][] => [
  [
    'accepted',
    answering(answer(acceptanceBody('1111111111111111111'))),
    'debug: [default] Accepted: 91••••••3210, transaction 1111111111111111111, 1 segment(s)',
  ],
  ['rejected', answering(answer(rejection('203', gossip))), REJECTED],
  [
    'refused its credentials',
    answering(answer(rejection('401', gossip), { status: 401 })),
    REFUSED,
  ],
  [
    'throttled',
    answering(answer(gossip, { status: 429 })),
    'debug: [default] Not sent: 91••••••3210, SmsTransportError (throttled)',
  ],
  [
    'lost',
    answering((conversation) => conversation.rst()),
    'warn: [default] May have been sent: 91••••••3210, SmsTransportError (connection-lost)',
  ],
  [
    'answered with garbage',
    answering(answer(gossip)),
    'warn: [default] May have been sent: 91••••••3210, SmsResponseError (answer-unclear)',
  ],
  [
    'failed by the gateway',
    answering(answer(gossip, { status: 500 })),
    'warn: [default] May have been sent: 91••••••3210, SmsTransportError (gateway-failed)',
  ],
];

describe('the log', () => {
  const log = new CapturedLog();

  async function open(options: Partial<SmsGatewayOptions> & { baseUrl: string }): Promise<App> {
    const app = await openApp({ auth: PASSWORD_AUTH, ...options });
    log.begin().lines.length = 0;
    return app;
  }

  function expectNoSecret(): void {
    const seen = SECRETS.filter((secret) => log.everything.includes(secret));
    expect(seen).toEqual([]);
  }

  afterEach(async () => {
    log.end();
    await closeApps();
  });

  const methods = ['password', 'apiKey', 'token'] as const;

  describe.each(methods)('with the method %s', (method) => {
    const auth = METHODS[method];

    it.each(casesFor(GOSSIP[method]))(
      'has one line about a send that was %s, and no more',
      async (_name, script, line) => {
        await using gateway = await RawGateway.listen({ script });
        const { sms } = await open({ baseUrl: gateway.url, auth });
        await outcomeOf(sms.send({ to: `+${NUMBER}`, text: TEXT }));
        expect(log.ofSends).toEqual([line]);
        expectNoSecret();
      },
    );
  });

  it('has one line about a login that was refused, lost or unclear, and no more', async () => {
    const ends: ((conversation: Conversation) => Promise<void> | void)[] = [
      (conversation) => conversation.write(answer(rejection('401', LOGIN_GOSSIP), { status: 401 })),
      (conversation) => conversation.write(answer(LOGIN_GOSSIP)),
      (conversation) => conversation.rst(),
    ];
    for (const end of ends) {
      await using gateway = await RawGateway.listen({
        script: async (conversation) => {
          await conversation.readRequest();
          await end(conversation);
        },
      });
      const { sms } = await open({ baseUrl: gateway.url, auth: METHODS.token });
      await outcomeOf(sms.send({ to: NUMBER, text: TEXT }));
      expect(log.ofSends).toEqual([expect.stringContaining(': 91••••••3210, Sms')]);
      expectNoSecret();
    }
  });

  it('counts the recipients of a send that has several, and those that were rejected', async () => {
    const body = acceptanceBody('2222222222222222222').replace(
      '"invalidMobile":""',
      `"invalidMobile":"${OTHER}"`,
    );
    await using gateway = await RawGateway.listen({ script: answering(answer(body)) });
    const { sms } = await open({ baseUrl: gateway.url });
    await sms.broadcast({ text: TEXT }, [NUMBER, OTHER, '919876543211']).finish();
    expect(log.ofSends).toEqual([
      'debug: [default] Accepted: 91••••••3210 and 2 more, transaction 2222222222222222222, 1 segment(s), 1 rejected',
    ]);
    expectNoSecret();
  });

  it.each(Object.entries(METHODS))(
    'keeps what a transactionId repeats of a send out of the line, not out of the receipt (%s)',
    async (_method, auth) => {
      const sent = [NUMBER, OTHER, TEXT, USER, KEY];
      const transactionId = `${sent.join(' / ')}\n2026 another line`;
      await using gateway = await RawGateway.listen({
        script: answering(answer(acceptanceBody(transactionId))),
      });
      const { sms } = await open({ baseUrl: gateway.url, auth });
      const receipt = await sms.send({ to: [NUMBER, OTHER], text: TEXT, fields: { shop: KEY } });
      expect(receipt.transactionId).toBe(transactionId);
      expect(log.ofSends).toEqual([expect.not.stringContaining('\n')]);
      expect(sent.filter((secret) => log.everything.includes(secret))).toEqual([]);
    },
  );

  it('says that a send that was never started was not sent', async () => {
    const gateway = await RawGateway.listen();
    const { sms } = await open({ baseUrl: gateway.url });
    await gateway.close();
    await outcomeOf(sms.send({ to: NUMBER, text: TEXT }));
    await outcomeOf(sms.send({ to: NUMBER, text: TEXT }, { signal: AbortSignal.abort() }));
    expect(log.ofSends).toEqual([
      'debug: [default] Not sent: 91••••••3210, SmsTransportError (connection-failed)',
      'debug: [default] Not sent: 91••••••3210, SmsTransportError (aborted)',
    ]);
    expectNoSecret();
  });

  it('says nothing about an invalid message, because the caller gets the error', async () => {
    const { sms } = await open({ baseUrl: 'http://127.0.0.1:9' });
    await outcomeOf(sms.send({ to: [`${NUMBER}x`, OTHER], text: TEXT }));
    await sms.broadcast({ text: TEXT }, [`${NUMBER}x`]).finish();
    expect(log.lines).toEqual([]);
  });
});
