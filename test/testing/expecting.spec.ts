import { SmsTestingError, SmsTestingService } from '../../lib/extras/testing/index.js';
import { caught, caughtFrom } from './caught.js';

const TO = '919876543210';
const OTHER = '447400900123';
const TEXT = 'Dear Alice, your code is 482913';

async function sent(...messages: { to?: string | string[]; text?: string; senderId?: string }[]) {
  const sms = new SmsTestingService();
  for (const message of messages) await sms.send({ to: TO, text: TEXT, ...message });
  return sms;
}

describe('expectSent', () => {
  it.each(['+44 7400 900123', null, new Map()])('says what a query is, given %p', (query) => {
    const { message } = caught(() => new SmsTestingService().expectSent(query as never));
    expect(message).toBe(
      "expectSent: the query is not valid. Provide an object like { to: '919876543210' }.",
    );
  });

  it('returns the one message that matches', async () => {
    const sms = await sent({ text: 'first' }, { text: 'second' }, { to: OTHER });
    expect(sms.expectSent({ text: 'first' }).text).toBe('first');
    expect(sms.expectSent({ to: OTHER }).to).toEqual([OTHER]);
  });

  it('fails if a message went out twice, unless two are expected', async () => {
    const sms = await sent({}, { text: 'second' });
    const { message } = caught(() => sms.expectSent({ to: TO }));
    expect(message).toContain(
      `Expected 1 message that matches { to: '${TO}' }, but 2 were sent:\n`,
    );
    expect(message).toContain('expectSent(query, { times: 2 })');
    expect(sms.expectSent({ to: TO }, { times: 2 }).text).toBe('second');
    expect(caught(() => sms.expectSent({ to: TO }, { times: 3 })).message).toContain('but 2 were');
    expect(caught(() => sms.expectSent({ text: TEXT }, { times: 2 })).message).toContain(
      'but 1 was',
    );
  });

  it('refuses to expect no message, because it returns one', () => {
    const { message } = caught(() => new SmsTestingService().expectSent({}, { times: 0 }));
    expect(message).toContain('use expectNothingSent');
  });

  it('with after returns the first later one, and never the one that it names', async () => {
    const sms = await sent({ text: 'first' }, { text: 'second' }, { text: 'third' });
    const { id } = sms.expectSent({ text: 'first' });
    expect(sms.expectSent({ after: id }, { times: 2 }).text).toBe('second');
    expect(() => sms.expectSent({ text: 'first', after: id })).toThrow(SmsTestingError);
  });

  it('finds a number however it is written, and among several', async () => {
    const sms = await sent({ to: [TO, OTHER] });
    expect(sms.expectSent({ to: '+44 (7400) 900-123' }).to).toEqual([TO, OTHER]);
    sms.expectSent({ to: [OTHER, `+${TO}`] });
    expect(() => sms.expectSent({ to: [TO, '4915112345678'] })).toThrow(SmsTestingError);
  });

  it('finds a text by a pattern, also with the g flag, or as a whole', async () => {
    const sms = await sent({});
    const pattern = /code/g;
    for (let round = 0; round < 3; round += 1) sms.expectSent({ text: pattern });
    sms.expectSent({ text: TEXT });
    expect(() => sms.expectSent({ text: 'your code' })).toThrow(SmsTestingError);
  });

  it('looks at every other key that is given', async () => {
    const sms = new SmsTestingService({ defaults: { senderId: 'MYSHOP', fields: { a: '1' } } });
    await sms.send({ to: TO, text: 'x', dltEntityId: '1701', fields: { b: '2' } });
    const fitting = {
      senderId: 'MYSHOP',
      dltEntityId: '1701',
      type: 'text',
      duplicateCheck: true,
      fields: { b: '2' },
    };
    sms.expectSent(fitting);
    const others = { senderId: 'X', dltEntityId: '2', type: 'y', duplicateCheck: false };
    for (const [key, value] of Object.entries({ ...others, fields: { b: '3' } })) {
      expect(() => sms.expectSent({ ...fitting, [key]: value })).toThrow(`does not match: ${key})`);
    }
  });

  it('says what was sent instead, and how it differs', async () => {
    const sms = await sent({ text: 'Hello' }, { to: OTHER });
    const { message } = caught(() => sms.expectSent({ to: TO, text: /code/ }));
    expect(message).toBe(
      `No message that matches { to: '919876543210', text: /code/ } was sent.
Sent instead:
  0000000000000001 to '919876543210': 'Hello' (does not match: text)
  0000000000000002 to '447400900123': 'Dear Alice, your code is 482913' (does not match: to)`,
    );
  });

  it.each([
    [{}, 'No message was sent.'],
    [{ type: 'x', duplicateCheck: false }, "{ type: 'x', duplicateCheck: false } was sent."],
    [{ text: 'a\nb' }, "No message that matches { text: 'a\\nb' } was sent."],
    [{ to: [TO, OTHER] }, `that matches { to: [ '${TO}', '${OTHER}' ] } was sent.`],
    [{ fields: { name: 'x' } }, "No message that matches { fields: { name: 'x' } } was sent."],
  ])('says that none matches %j', (query, sentence) => {
    expect(caught(() => new SmsTestingService().expectSent(query)).message).toContain(sentence);
  });

  it('says what failed and what was invalid', async () => {
    const sms = new SmsTestingService();
    sms.failNext('rejected');
    await sms.send({ to: TO, text: TEXT }).catch(() => undefined);
    await sms.send({ to: '123', text: TEXT }).catch(() => undefined);
    const { message } = caught(() => sms.expectSent({ to: TO }));
    expect(message).toContain(
      `planned:\n  0000000000000001 to '${TO}': '${TEXT}', SmsRejectedError (rejected)`,
    );
    expect(message).toContain('Invalid, so not sent:\n  to has 3 digits');
  });

  it('says where to look when nothing was sent', () => {
    const { message } = caught(() => new SmsTestingService().expectSent({ to: TO }));
    expect(message).toContain('Nothing was sent at all. Await the code that sends');
    expect(message).toContain('`await run` or `await run.finish()`');
  });

  it('shows the last five of many', async () => {
    const sms = await sent(...Array.from({ length: 12 }, () => ({})));
    const { message } = caught(() => sms.expectSent({ to: OTHER }));
    expect(message.match(/does not match/g)).toHaveLength(5);
    expect(message).toContain('7 more, then');
  });

  it('points at the line of the test', () => {
    const sms = new SmsTestingService();
    const errors = [
      caught(() => sms.expectSent()),
      caught(() => sms.expectSent({ after: 'x' })),
      caught(() => sms.failNext('unknown', 0)),
      caught(() => sms.rejectNumbers('1')),
      caught(() => sms.expectNothingSent({ to: '1' })),
    ];
    for (const { stack = '' } of errors) {
      expect(stack.split('\n').find((line) => line.startsWith('    at '))).toContain(
        'expecting.spec',
      );
    }
  });

  it('refuses what would match everything or nothing by mistake', async () => {
    const sms = await sent({});
    const ask = (query: object) => caught(() => sms.expectSent(query)).message;
    expect(ask({ txt: /no/ })).toContain('txt is not a known option');
    expect(ask({ to: [] })).toContain('to is empty');
    expect(ask({ after: 'first' })).toContain('the id of a send');
    expect(ask({ timeout: 5 })).toContain('timeout is not a known option');
    expect(ask(Object(TO))).toContain('are not known options');
  });
});

describe('find', () => {
  it('returns every send that matches, oldest first, and fails for none', async () => {
    const sms = await sent({ text: 'first' }, { to: OTHER }, { text: 'second' });
    expect(sms.find({ to: TO }).map(({ text }) => text)).toEqual(['first', 'second']);
    expect(sms.find()).toHaveLength(3);
    expect(sms.find({ text: 'third' })).toEqual([]);
    expect(caught(() => sms.find({ too: TO } as object)).message).toContain(
      'find: too is not a known option',
    );
  });
});

describe('a number that no message can have', () => {
  it.each(['07700 900123', '', 'Dear Bob', '12'])('is refused by each query: %j', async (to) => {
    const sms = await sent({ to: OTHER });
    const errors = [
      caught(() => sms.expectNothingSent({ to })),
      caught(() => sms.expectNothingSent({ to: [OTHER, to] })),
      caught(() => sms.expectSent({ to })),
      await caughtFrom(sms.waitFor({ to, timeout: 0 })),
      await caughtFrom(sms.otp({ to, timeout: 0 })),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(SmsTestingError);
      expect(error.message).toMatch(/^(?:expectNothingSent|expectSent|waitFor|otp): a number /);
    }
  });

  it('can be valid with a default country', async () => {
    const sms = new SmsTestingService({ defaultCountry: 'GB' });
    await sms.send({ to: '07400 123456', text: TEXT });
    sms.expectSent({ to: '07400 123456' });
    expect(() => sms.expectNothingSent({ to: '07400 123456' })).toThrow(SmsTestingError);
  });
});

describe('expectNothingSent', () => {
  it('passes if nothing was sent, or nothing that matches', async () => {
    expect(() => new SmsTestingService().expectNothingSent()).not.toThrow();
    const sms = await sent({});
    expect(() => sms.expectNothingSent({ to: OTHER })).not.toThrow();
    expect(() => sms.expectNothingSent({ after: sms.expectSent().id })).not.toThrow();
  });

  it('names what was sent', async () => {
    const sms = await sent({}, { to: OTHER });
    const error = caught(() => sms.expectNothingSent({ to: TO }));
    expect(error).toBeInstanceOf(SmsTestingError);
    expect(error.message).toContain(
      `Expected no message that matches { to: '${TO}' }, but 1 went out:\n  0000000000000001 to '${TO}'`,
    );
    expect(caught(() => sms.expectNothingSent()).message).toContain('but 2 went out');
  });

  it('counts what may have been sent, but not what was definitely not sent', async () => {
    const sms = new SmsTestingService();
    sms.failNext('not-sent').failNext('rejected');
    for (let round = 0; round < 2; round += 1) {
      await sms.send({ to: TO, text: TEXT }).catch(() => undefined);
    }
    expect(() => sms.expectNothingSent()).not.toThrow();
    sms.failNext('unknown');
    await sms.send({ to: TO, text: TEXT }).catch(() => undefined);
    expect(caught(() => sms.expectNothingSent()).message).toContain('may have been sent');
  });
});
