import { errorOf, openAccount } from '../support/account.js';
import { ACCOUNT, EMPTY, NUMBER, getToken, send, sendJson, start } from './client.js';

describe('a send to the simulator', () => {
  it('is accepted with a token and answered as in the specification', async () => {
    const gateway = await start();
    const answer = await send(gateway, {}, { Authorization: await getToken(gateway) });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      status: 'success',
      mobile: NUMBER,
      invalidMobile: '',
      transactionId: expect.stringMatching(/^\d{19}$/),
      statusCode: '200',
      reason: 'success',
      msgId: '',
      requestTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(gateway.messages).toMatchObject([
      { to: [NUMBER], text: 'Your code is 482913.', senderId: 'ACMECO', auth: 'token', notes: [] },
    ]);
  });

  it('is accepted with the password unencoded or URL-encoded, and a note says which', async () => {
    const gateway = await start();
    await sendJson(gateway, { password: ACCOUNT.password }, {});
    await sendJson(gateway, { password: encodeURIComponent(ACCOUNT.password) }, {});
    expect(gateway.messages.map(({ auth, notes }) => [auth, notes])).toEqual([
      ['password', [expect.stringContaining('came unencoded')]],
      ['password', [expect.stringContaining('came URL-encoded')]],
    ]);
  });

  it.each(['mobile', 'msg'])('is refused without %s, which is named', async (name) => {
    const gateway = await start();
    expect(await sendJson(gateway, { [name]: undefined })).toEqual({
      status: 'error',
      statusCode: '213',
      reason: expect.stringContaining(name),
      ...EMPTY,
    });
  });

  it.each(['senderid', 'dltEntityId', 'sendMethod', 'msgType', 'output', 'duplicatecheck'])(
    'is accepted without %s, which is listed as not sent',
    async (name) => {
      const gateway = await start();
      expect(await sendJson(gateway, { [name]: undefined })).toMatchObject({ status: 'success' });
      expect(gateway.messages).toMatchObject([{ notSent: [name], notes: [] }]);
    },
  );

  it.each([
    ['duplicatecheck', 'True'],
    ['duplicatecheck', '1'],
    ['duplicatecheck', ''],
    ['testMessage', 'yes'],
    ['testMessage', ''],
  ])('is refused with 147 if %s is %j', async (flag, value) => {
    const gateway = await start();
    const reason = `${flag} must be exactly true or false`;
    const refused = { statusCode: '147', reason };
    expect(await sendJson(gateway, { [flag]: value })).toMatchObject(refused);
    expect(await sendJson(gateway, { [flag]: 'false' })).toMatchObject({ statusCode: '200' });
  });

  describe('with the msgType text', () => {
    const texts = ['Your code is 1', 'Grüße für 5 €', '“Sale”', 'नमस्ते', '😀'];
    it.each([
      [undefined, 2],
      ['gsm-7', 2],
      ['ascii', 1],
      ['off', 5],
    ] as const)(
      'and the typeCheck %s takes the first %i of five texts',
      async (typeCheck, taken) => {
        const gateway = await start({ typeCheck });
        for (const [index, msg] of texts.entries()) {
          const fits = index < taken;
          const refusal = { status: 'error', statusCode: '171', ...EMPTY };
          const reason = 'Msg Text and MsgType Mismatch';
          const answer = fits ? { status: 'success' } : { ...refusal, reason };
          expect(await sendJson(gateway, { msg, msgType: 'text' })).toMatchObject(answer);
          for (const msgType of ['unicode', 'flash', undefined]) {
            expect(await sendJson(gateway, { msg, msgType })).toMatchObject({ status: 'success' });
          }
        }
        expect(gateway.refused).toHaveLength(5 - taken);
      },
    );

    it('is what the package sends by default only if the text has no other characters', async () => {
      const gateway = await start();
      const { userId, apiKey } = ACCOUNT;
      const auth = { method: 'apiKey', userId, apiKey } as const;
      const { sms } = await openAccount({ baseUrl: gateway.url, auth });
      for (const text of texts) await sms.send({ to: NUMBER, text });
      expect(gateway.refused).toEqual([]);
      expect(gateway.messages.flatMap(({ notes }) => notes)).toEqual([]);
      const error = await errorOf(sms.send({ to: NUMBER, text: 'नमस्ते', type: 'text' }));
      expect(error.message).toContain("type: 'unicode'");
    });
  });

  it('lists invalid numbers in invalidMobile, and is refused with 122 if none is valid', async () => {
    const gateway = await start();
    const mobile = `${NUMBER},+4915112345678,0123456789,1234567,1234567890123456,4915112345678`;
    expect(await sendJson(gateway, { mobile })).toMatchObject({
      mobile: `${NUMBER},4915112345678`,
      invalidMobile: '+4915112345678,0123456789,1234567,1234567890123456',
    });
    expect(gateway.messages[0]).toMatchObject({
      to: [NUMBER, '4915112345678'],
      rejected: ['+4915112345678', '0123456789', '1234567', '1234567890123456'],
    });
    const refused = { status: 'error', statusCode: '122' };
    expect(await sendJson(gateway, { mobile: '123,abc' })).toMatchObject(refused);
    expect(gateway.refused[0]?.rejected).toEqual(['123', 'abc']);
  });

  it('without valid numbers is no duplicate of a send to a group', async () => {
    const gateway = await start();
    await sendJson(gateway, { sendMethod: 'group', group: 'customers', mobile: undefined });
    expect(await sendJson(gateway, { mobile: '12' })).toMatchObject({ statusCode: '122' });
    expect(gateway.messages).toMatchObject([{ to: [] }]);
    expect(gateway.refused).toMatchObject([{ to: [], duplicate: false }]);
  });

  it('is checked in the order credentials, sender, numbers', async () => {
    const gateway = await start({ senderIds: ['ACMECO'] });
    const wrong = { senderid: 'OTHER', mobile: '1' };
    const codes = [
      await sendJson(gateway, wrong, {}),
      await sendJson(gateway, wrong),
      await sendJson(gateway, { mobile: '1' }),
    ].map(({ statusCode }) => statusCode);
    expect(codes).toEqual(['216', '203', '122']);
  });

  it('keeps every byte of the text', async () => {
    const gateway = await start();
    const msg = 'a & b = c % d + e\r\n"ü" — नमस्ते 👩‍👩‍👧 \u0000 %20';
    await sendJson(gateway, { msg });
    expect(gateway.messages[0]?.text).toBe(msg);
  });
});
