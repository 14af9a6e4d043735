import { SmsMessageError } from '../../lib/index.js';
import { GatewaySimulator } from '../../simulator/index.js';
import {
  captureWarnings,
  errorOf,
  message,
  NUMBER,
  openAccount,
  TOKEN_AUTH,
} from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';

const OTHER = '919876543211';

async function simulator(password = 'pass word') {
  const gateway = await GatewaySimulator.start({ userId: 'acme', password, apiKey: 'key' });
  afterThisTest(() => gateway.close());
  return gateway;
}

describe('SmsService.send', () => {
  it.each(['token', 'password', 'apiKey'] as const)(
    'reaches the inbox through the method %s',
    async (method) => {
      const gateway = await simulator('pass wörd&');
      const auth = {
        token: { method: 'token', userId: 'acme', password: 'pass wörd&', timeZone: 'UTC' },
        password: { method: 'password', userId: 'acme', password: 'pass wörd&' },
        apiKey: { method: 'apiKey', userId: 'acme', apiKey: 'key' },
      } as const;
      const { sms } = await openAccount({ baseUrl: gateway.url, auth: auth[method] });
      const text = 'Your code & 100% = नमस्ते\n😀';
      const receipt = await sms.send({ to: '+91 98765 43210', text });
      expect(gateway.messages).toMatchObject([
        { to: [NUMBER], text, auth: method, encoding: 'multipart' },
      ]);
      expect(receipt).toMatchObject({
        account: 'default',
        transactionId: gateway.messages[0]!.transactionId,
        accepted: [NUMBER],
        rejected: [],
        segments: { encoding: 'UCS-2', count: 1 },
      });
    },
  );

  it('says which numbers the gateway accepted and which it rejected', async () => {
    const gateway = await simulator();
    gateway.faults.next('reject-numbers', { numbers: [OTHER] });
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const receipt = await sms.send({ to: [NUMBER, OTHER], text: 'hi' });
    expect(receipt).toMatchObject({ accepted: [NUMBER], rejected: [OTHER] });
  });

  it('reads national numbers if a default country is set', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, defaultCountry: 'IN' });
    await sms.send({ to: ['098765 43210', '+44 7700 900123'], text: 'hi' });
    expect(gateway.sends[0]!.fields['mobile']).toBe(`${NUMBER},447700900123`);
  });

  it('sends to any number of 8 to 15 digits if told to', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, numbers: 'any' });
    await sms.send({ to: '98765 43210', text: 'hi' });
    expect(gateway.sends[0]!.fields['mobile']).toBe('9876543210');
  });

  it.each<[string | undefined, number]>([
    ['ACME-SERVICES', 1],
    ['ABCDEFGHIJKL', 1],
    ['+919876543210123', 0],
    ['1234567890123456', 1],
    ['ABCDEFGHIJK', 0],
    [undefined, 0],
  ])(
    'warns at start, once, of a default sender that is too long: %s, %d',
    async (senderId, times) => {
      const warnings = captureWarnings();
      const gateway = await ScriptedGateway.listen();
      const { sms } = await openAccount({ baseUrl: gateway.url, defaults: { senderId } });
      expect(warnings).toHaveLength(times);
      await sms.send(message());
      await sms.broadcast({ text: 'hi' }, [NUMBER]);
      expect(warnings.map((each) => /defaults\.senderId has over 11/.test(each))).toEqual(
        Array.from({ length: times }, () => true),
      );
      expect(warnings.join()).not.toContain(senderId ?? 'undefined');
    },
  );

  it("fills in the account's defaults, which a message may change", async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      defaults: {
        senderId: 'MYSHOP',
        dltEntityId: '1101',
        dltTemplateId: '7',
        duplicateCheck: false,
        fields: { trackLink: 'no' },
      },
    });
    await sms.send(message('नमस्ते'));
    await sms.send({
      ...message('hi'),
      senderId: 'OTHER',
      dltEntityId: '2202',
      duplicateCheck: true,
      type: 'flash',
      fields: { trackLink: 'yes', test: '' },
    });
    expect(gateway.sends.map(({ fields }) => fields)).toMatchObject([
      {
        senderid: 'MYSHOP',
        dltEntityId: '1101',
        duplicatecheck: 'false',
        msgType: 'unicode',
        dltTemplateId: '7',
        trackLink: 'no',
      },
      {
        senderid: 'OTHER',
        dltEntityId: '2202',
        duplicatecheck: 'true',
        msgType: 'flash',
        dltTemplateId: '7',
        trackLink: 'yes',
        test: '',
      },
    ]);
  });

  it('treats only the words of failureWords as a rejection, for sends and for logins', async () => {
    const said = { statusCode: '203', reason: 'x' };
    const gateway = await ScriptedGateway.listen({
      send: ({ fields }) => ({ body: { ...said, status: fields['msg'] } }),
      login: () => ({ body: { ...said, status: 'Gesperrt' } }),
    });
    const failureWords = ['GESPERRT'];
    const { sms } = await openAccount({ baseUrl: gateway.url, failureWords });
    expect(await errorOf(sms.send(message('gesperrt')))).toMatchObject({ code: 'rejected' });
    expect(await errorOf(sms.send(message('error')))).toMatchObject({ code: 'answer-unclear' });
    const { sms: other } = await openAccount({
      baseUrl: gateway.url,
      auth: TOKEN_AUTH,
      failureWords,
    });
    expect(await errorOf(other.send(message()))).toMatchObject({ code: 'login-refused' });
  });

  it('reports the reason of a refused login, also during the cool-down', async () => {
    const gateway = await ScriptedGateway.listen({
      login: () => rejection('216', 'User acme is blocked'),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    for (let count = 0; count < 2; count += 1) {
      const error = await errorOf(sms.send(message()));
      expect(error).toMatchObject({ statusCode: '216', reason: 'User •••••• is blocked' });
      expect(error.message).toContain('(216: User •••••• is blocked)');
    }
    expect(gateway.logins).toHaveLength(1);
  });

  it('names passwordEncoding if a password with special characters is refused', async () => {
    const gateway = await ScriptedGateway.listen({
      send: () => rejection('216', 'Invalid credentials'),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const { message: said } = await errorOf(sms.send(message()));
    expect(said).toContain('(216: Invalid credentials)');
    expect(said).toContain('auth.passwordEncoding');
    expect(said).toContain('auth.refusedCodes');
  });

  it('keeps concurrent sends apart', async () => {
    const gateway = await ScriptedGateway.listen({
      send: ({ fields }) => acceptance({ transactionId: fields['msg'], msgId: fields['mobile'] }),
    });
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const indexes = Array.from({ length: 100 }, (_, index) => index + 1);
    const receipts = await Promise.all(
      indexes.map((index) => sms.send({ to: `${919_800_000_000 + index}`, text: `${index}` })),
    );
    expect(receipts.map(({ transactionId, messageId }) => [transactionId, messageId])).toEqual(
      indexes.map((index) => [`${index}`, `${919_800_000_000 + index}`]),
    );
  });

  it('sends a message as it was at the call, and accepts a frozen one', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const given = { to: [NUMBER], text: 'hi', fields: { a: '1' } };
    const sending = sms.send(given);
    given.to.push(OTHER);
    given.text = 'changed';
    given.fields.a = '2';
    await sending;
    expect(gateway.sends[0]!.fields).toMatchObject({ mobile: NUMBER, msg: 'hi', a: '1' });
    const frozen = Object.freeze({ to: Object.freeze([NUMBER]), text: 'hi' });
    await sms.send(frozen);
    expect(gateway.sends).toHaveLength(2);
  });
});

describe('an invalid message', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'message'],
    ['an unknown key', { to: NUMBER, text: 'hi', sender: 'X' }, 'sender'],
    ['userid in capitals', { to: NUMBER, text: 'hi', fields: { USERID: '1' } }, 'fields.USERID'],
  ])('fails before any request: %s', async (_what, given, path) => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url, auth: TOKEN_AUTH });
    const error = await errorOf(sms.send(given as never));
    expect(error).toBeInstanceOf(SmsMessageError);
    const code = 'message-invalid';
    expect(error).toMatchObject({ code, outcome: 'not-sent', issues: [{ path }] });
    expect([gateway.logins.length, gateway.sends.length]).toEqual([0, 0]);
  });

  it.each<[string, unknown, string]>([
    ['null', null, 'options'],
    ['a text', 'high', 'options'],
    ['an invalid signal', { signal: {} }, 'options.signal'],
    ['an unknown priority', { priority: 'urgent' }, 'options.priority'],
    ['an unknown key', { timeout: 5 }, 'options.timeout'],
    ['an option of sendMany', { concurrency: 5 }, 'options.concurrency'],
  ])('so do invalid options: %s', async (_what, options, path) => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const error = await errorOf(sms.send(message(), options as never));
    expect(error).toMatchObject({ code: 'argument-invalid', issues: [{ path }] });
    expect(gateway.sends).toHaveLength(0);
  });

  it('asks whether a similar option was meant', async () => {
    const { sms } = await openAccount({ baseUrl: 'http://127.0.0.1:9' });
    const error = await errorOf(sms.send(message(), { prioriti: 'high' } as never));
    const issue = {
      path: 'options.prioriti',
      message: "is not known; perhaps you meant 'priority'",
    };
    expect(error).toMatchObject({ issues: [issue] });
  });

  it('makes send reject, and never throw', async () => {
    const { sms } = await openAccount({ baseUrl: 'http://127.0.0.1:9' });
    const hostile = new Proxy({}, { get: throws });
    for (const given of [null, undefined, 1, {}, hostile, Symbol('x')]) {
      let sending: Promise<unknown> | undefined;
      expect(() => (sending = sms.send(given as never, null as never))).not.toThrow();
      await expect(sending).rejects.toBeInstanceOf(Error);
    }
  });
});

function throws(): never {
  throw new Error('no');
}
