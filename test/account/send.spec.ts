import { SmsMessageError, SmsRejectedError } from '../../lib/index.js';
import { GatewaySimulator } from '../../simulator/index.js';
import {
  errorOf,
  message,
  NUMBER,
  openAccount,
  PASSWORD_AUTH,
  TOKEN_AUTH,
} from '../support/account.js';
import { afterThisTest } from '../support/clean-up.js';
import { acceptance, rejection, ScriptedGateway } from '../support/scripted-gateway.js';

const OTHER = '919876543211';

async function simulator() {
  const gateway = await GatewaySimulator.start({ userId: 'acme', password: 'pass word' });
  afterThisTest(() => gateway.close());
  return gateway;
}

describe('SmsService.send', () => {
  it.each(['token', 'password', 'apiKey'] as const)(
    'reaches the inbox through the method %s',
    async (method) => {
      const gateway = await GatewaySimulator.start({
        userId: 'acme',
        password: 'pass wörd&',
        apiKey: 'key',
      });
      afterThisTest(() => gateway.close());
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

  it('sends several numbers in one field, separated by commas, each once', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const to = [NUMBER, `+${NUMBER}`, OTHER, '+91 98765-43210'];
    const receipt = await sms.send({ to, text: 'hi' });
    expect(gateway.sends.map(({ fields }) => fields['mobile'])).toEqual([`${NUMBER},${OTHER}`]);
    expect(receipt.accepted).toEqual([NUMBER, OTHER]);
  });

  it('reads national numbers if a default country is set', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: PASSWORD_AUTH,
      defaultCountry: 'IN',
    });
    await sms.send({ to: ['098765 43210', '+44 7700 900123'], text: 'hi' });
    expect(gateway.sends[0]!.fields['mobile']).toBe(`${NUMBER},447700900123`);
  });

  it.each(['09876543210', '98765 43210', '(202) 555-0123'])(
    'refuses the national number %s if no default country is set, and says so',
    async (to) => {
      const gateway = await ScriptedGateway.listen();
      const { sms } = await openAccount({ baseUrl: gateway.url });
      const error = await errorOf(sms.send({ to, text: 'hi' }));
      const advice = expect.stringContaining('set defaultCountry to allow national numbers');
      expect(error).toMatchObject({ issues: [{ path: 'to', message: advice }] });
      expect(gateway.sends).toHaveLength(0);
    },
  );

  it('sends to any number of 8 to 15 digits if told to', async () => {
    const gateway = await ScriptedGateway.listen();
    const options = { baseUrl: gateway.url, auth: PASSWORD_AUTH, numbers: 'any' } as const;
    const { sms } = await openAccount(options);
    await sms.send({ to: '98765 43210', text: 'hi' });
    expect(gateway.sends[0]!.fields['mobile']).toBe('9876543210');
  });

  it("fills in the account's defaults, which a message may change", async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: PASSWORD_AUTH,
      defaults: {
        senderId: 'MYSHOP',
        dltEntityId: '1101',
        duplicateCheck: false,
        type: 'auto',
        fields: { dltTemplateId: '7', trackLink: 'no' },
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

  it('treats HTTP 200 with a failure body as a failure', async () => {
    const gateway = await ScriptedGateway.listen({ send: () => rejection('203') });
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const error = await errorOf(sms.send(message()));
    expect(error).toBeInstanceOf(SmsRejectedError);
    expect(error).toMatchObject({ statusCode: '203', reason: 'Sender id is invalid' });
  });

  it('treats only the words of failureWords as a rejection, for sends and for logins', async () => {
    const said = { statusCode: '203', reason: 'x' };
    const gateway = await ScriptedGateway.listen({
      send: ({ fields }) => ({ body: { ...said, status: fields['msg'] } }),
      login: () => ({ body: { ...said, status: 'Gesperrt' } }),
    });
    const failureWords = ['GESPERRT'];
    const { sms } = await openAccount({
      baseUrl: gateway.url,
      auth: PASSWORD_AUTH,
      failureWords,
    });
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
    ['undefined', undefined, 'message'],
    ['a text', 'hello', 'message'],
    ['a list', [], 'message'],
    ['no recipient', { text: 'hi' }, 'to'],
    ['no text', { to: NUMBER }, 'text'],
    ['an empty text', { to: NUMBER, text: '' }, 'text'],
    ['a number that is no text', { to: 919_876_543_210, text: 'hi' }, 'to'],
    ['a wrong number among good ones', { to: [NUMBER, '12'], text: 'hi' }, 'to[1]'],
    ['an unknown key', { to: NUMBER, text: 'hi', sender: 'X' }, 'sender'],
    [
      'a field of the specification',
      { to: NUMBER, text: 'hi', fields: { mobile: '1' } },
      'fields.mobile',
    ],
    ['the password', { to: NUMBER, text: 'hi', fields: { password: '1' } }, 'fields.password'],
    ['userid in capitals', { to: NUMBER, text: 'hi', fields: { USERID: '1' } }, 'fields.USERID'],
  ])('fails before any request: %s', async (_what, given, path) => {
    const gateway = await ScriptedGateway.listen();
    const auth = { method: 'token', userId: 'acme', password: 'pass', timeZone: 'UTC' } as const;
    const { sms } = await openAccount({ baseUrl: gateway.url, auth });
    const error = await errorOf(sms.send(given as never));
    expect(error).toBeInstanceOf(SmsMessageError);
    expect(error).toMatchObject({ outcome: 'not-sent', issues: [{ path }] });
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
    expect(error).toMatchObject({ code: 'message-invalid', issues: [{ path }] });
    expect(gateway.sends).toHaveLength(0);
  });

  it('asks whether a similar option was meant', async () => {
    const { sms } = await openAccount({ baseUrl: 'http://127.0.0.1:9' });
    const error = await errorOf(sms.send(message(), { prioriti: 'high' } as never));
    const issue = { path: 'options.prioriti', message: "is not known; did you mean 'priority'?" };
    expect(error).toMatchObject({ issues: [issue] });
  });

  it('makes send reject, and never throw', async () => {
    const { sms } = await openAccount({ baseUrl: 'http://127.0.0.1:9' });
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
      },
    );
    for (const given of [null, undefined, 1, {}, hostile, Symbol('x')]) {
      let sending: Promise<unknown> | undefined;
      expect(() => (sending = sms.send(given as never, null as never))).not.toThrow();
      await expect(sending).rejects.toBeInstanceOf(Error);
    }
  });
});

describe('a signal', () => {
  it('that was aborted before sends nothing', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms } = await openAccount({ baseUrl: gateway.url });
    const sending = sms.send(message(), { signal: AbortSignal.abort() });
    expect(await errorOf(sending)).toMatchObject({ code: 'aborted', outcome: 'not-sent' });
    expect(gateway.sends).toHaveLength(0);
  });
});

describe('after the app has closed', () => {
  it('a send says that nothing was sent', async () => {
    const gateway = await ScriptedGateway.listen();
    const { sms, close } = await openAccount({ baseUrl: gateway.url });
    await close();
    expect(await errorOf(sms.send(message()))).toMatchObject({
      code: 'closed',
      outcome: 'not-sent',
    });
    expect(gateway.sends).toHaveLength(0);
  });
});
