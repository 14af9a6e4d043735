import type { SmsGatewayOptions } from '../../lib/index.js';
import { answer, tokenBody, yesBody } from '../faults/answers.js';
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

/** What must never be seen, in whatever dress it came over the wire. */
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

/** Answers sends, and logins as a gateway that is well does. */
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

/** A gateway that says back whatever it heard. */
const GOSSIP = `${TEXT} to ${NUMBER} and ${OTHER} by ${USER} ${PASSWORD} ${KEY} ${TOKEN}`;
const rejection = (statusCode: string): string =>
  JSON.stringify({ status: 'error', statusCode, reason: GOSSIP, [NUMBER]: PASSWORD });

const CASES: [string, Script, string][] = [
  [
    'accepted',
    answering(answer(yesBody('1111111111111111111'))),
    'debug: Accepted: 91••••••3210, transaction 1111111111111111111, 1 part(s)',
  ],
  [
    'rejected',
    answering(answer(rejection('203'))),
    'debug: Not sent: 91••••••3210, SmsRejectedError (rejected)',
  ],
  [
    'refused its credentials',
    answering(answer(rejection('401'), { status: 401 })),
    'debug: Not sent: 91••••••3210, SmsAuthenticationError (credentials-refused)',
  ],
  [
    'throttled',
    answering(answer(GOSSIP, { status: 429 })),
    'debug: Not sent: 91••••••3210, SmsTransportError (throttled)',
  ],
  [
    'lost',
    answering((conversation) => conversation.rst()),
    'warn: May have been sent: 91••••••3210, SmsTransportError (connection-lost)',
  ],
  [
    'answered with garbage',
    answering(answer(GOSSIP)),
    'warn: May have been sent: 91••••••3210, SmsResponseError (answer-unclear)',
  ],
  [
    'failed by the gateway',
    answering(answer(GOSSIP, { status: 500 })),
    'warn: May have been sent: 91••••••3210, SmsTransportError (gateway-failed)',
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

  describe.each(Object.entries(METHODS))('with the method %s', (_method, auth) => {
    it.each(CASES)(
      'says of a send that was %s what it must, and no more',
      async (_name, script, line) => {
        await using gateway = await RawGateway.listen({ script });
        const { sms } = await open({ baseUrl: gateway.url, auth });
        await outcomeOf(sms.send({ to: `+${NUMBER}`, text: TEXT }));
        expect(log.ofSends).toEqual([line]);
        expectNoSecret();
      },
    );
  });

  it('says of a login that was refused, lost or unclear what it must, and no more', async () => {
    const ends: ((conversation: Conversation) => Promise<void> | void)[] = [
      (conversation) => conversation.write(answer(rejection('401'), { status: 401 })),
      (conversation) => conversation.write(answer(GOSSIP)),
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
    const body = yesBody('2222222222222222222').replace(
      '"invalidMobile":""',
      `"invalidMobile":"${OTHER}"`,
    );
    await using gateway = await RawGateway.listen({ script: answering(answer(body)) });
    const { sms } = await open({ baseUrl: gateway.url });
    await sms.broadcast({ text: TEXT }, [NUMBER, OTHER, '919876543211']).finish();
    expect(log.ofSends).toEqual([
      'debug: Accepted: 91••••••3210 and 2 more, transaction 2222222222222222222, 1 part(s), 1 rejected',
    ]);
    expectNoSecret();
  });

  it.each(Object.entries(METHODS))(
    'keeps what a transaction repeats of a send out of the line, not out of the receipt (%s)',
    async (_method, auth) => {
      const sent = [NUMBER, OTHER, TEXT, USER, KEY];
      const transactionId = `${sent.join(' / ')}\n2026 a line of its own`;
      await using gateway = await RawGateway.listen({
        script: answering(answer(yesBody(transactionId))),
      });
      const { sms } = await open({ baseUrl: gateway.url, auth });
      const receipt = await sms.send({ to: [NUMBER, OTHER], text: TEXT, fields: { shop: KEY } });
      expect(receipt.transactionId).toBe(transactionId);
      expect(log.ofSends).toEqual([expect.not.stringContaining('\n')]);
      expect(sent.filter((secret) => log.everything.includes(secret))).toEqual([]);
    },
  );

  it('says of a send that was never begun that it was not sent', async () => {
    const gateway = await RawGateway.listen();
    const { sms } = await open({ baseUrl: gateway.url });
    await gateway.close();
    await outcomeOf(sms.send({ to: NUMBER, text: TEXT }));
    await outcomeOf(sms.send({ to: NUMBER, text: TEXT }, { signal: AbortSignal.abort() }));
    expect(log.ofSends).toEqual([
      'debug: Not sent: 91••••••3210, SmsTransportError (connection-failed)',
      'debug: Not sent: 91••••••3210, SmsTransportError (aborted)',
    ]);
    expectNoSecret();
  });

  it('says nothing of a message that is wrong: whoever wrote it is told', async () => {
    const { sms } = await open({ baseUrl: 'http://127.0.0.1:9' });
    await outcomeOf(sms.send({ to: [`${NUMBER}x`, OTHER], text: TEXT }));
    await sms.broadcast({ text: TEXT }, [`${NUMBER}x`]).finish();
    expect(log.lines).toEqual([]);
  });
});
