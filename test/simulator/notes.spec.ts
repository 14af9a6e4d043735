import { ACCOUNT, NUMBER, getToken, sendJson, start } from './client.js';
import { ask, LOGIN } from './questions.js';

const REFUSED: readonly [
  code: string,
  change: Record<string, string>,
  reason: string,
  cause: string,
][] = [
  [
    '122',
    { mobile: `+${NUMBER}` },
    'No valid phone numbers',
    `+${NUMBER} has a plus sign. Write digits only, with the country prefix.`,
  ],
  [
    '122',
    { mobile: '0919876543210' },
    'No valid phone numbers',
    '0919876543210 begins with 0. Write digits only, with the country prefix.',
  ],
  [
    '122',
    { mobile: '98765-43210' },
    'No valid phone numbers',
    '98765-43210 has other characters than digits. Write digits only, with the country prefix.',
  ],
  [
    '122',
    { mobile: '12' },
    'No valid phone numbers',
    '12 has 2 digits, not 8 to 15. Write digits only, with the country prefix.',
  ],
  [
    '147',
    { duplicatecheck: '1' },
    'duplicatecheck must be exactly true or false',
    'duplicatecheck is "1"; write true or false.',
  ],
  [
    '147',
    { testMessage: '' },
    'testMessage must be exactly true or false',
    'testMessage is ""; write true or false.',
  ],
  [
    '171',
    { msg: 'Bill – paid ½', msgType: 'text' },
    'Msg Text and MsgType Mismatch',
    'The msgType is text, but the text has – (U+2013), ½ (U+00BD), which GSM-7 lacks. Send it as unicode.',
  ],
  [
    '203',
    { senderid: 'OTHER' },
    'Sender id is invalid',
    'senderid is "OTHER"; allowed: ACMECO, ACMEOT.',
  ],
];

describe('a refused send', () => {
  it.each(REFUSED)(
    'with %s and %j names the cause in a note',
    async (code, change, reason, cause) => {
      const gateway = await start({ senderIds: ['ACMECO', 'ACMEOT'] });
      const answer = await sendJson(gateway, change);
      expect(answer).toMatchObject({ status: 'error', statusCode: code, reason });
      expect(gateway.refused[0]?.notes.slice(0, 2)).toEqual([
        `Refused with ${code}: ${reason}.`,
        cause,
      ]);
    },
  );

  it('with 171 for ASCII names what ASCII lacks', async () => {
    const gateway = await start({ typeCheck: 'ascii' });
    await sendJson(gateway, { msg: 'Café', msgType: 'text' });
    expect(gateway.refused[0]?.notes).toContainEqual(
      expect.stringContaining('é (U+00E9), which ASCII'),
    );
  });

  it('with a code that a fault chose gets no cause', async () => {
    const gateway = await start();
    gateway.faults.next('refuse');
    await sendJson(gateway);
    expect(gateway.refused[0]?.notes).toEqual([
      'Refused with 203: Sender id is invalid.',
      'The fault refuse was used.',
    ]);
  });
});

describe('a text encoded twice', () => {
  const NOTE = 'The text looks encoded twice: people would read %20 or + in place of blanks.';

  it.each([
    'Your+code+is+482913.',
    'Hello+World',
    'Hello%20World',
    'आपका+कोड+4711',
    'Code%3A+4711',
  ])('like %j gets a note', async (msg) => {
    const gateway = await start();
    await sendJson(gateway, { msg });
    expect(gateway.messages[0]?.notes).toEqual([NOTE]);
  });

  it.each(['1+1+1=3', 'A+B', 'C++', 'Hello+World now', 'https://app.example/?q=one+two', '100%'])(
    'is not %j',
    async (msg) => {
      const gateway = await start();
      await sendJson(gateway, { msg });
      expect(gateway.messages[0]?.notes).toEqual([]);
    },
  );
});

describe('a key with a call for reports', () => {
  const PATH = '/SMSApi/report/status';
  const { userid = '' } = LOGIN;
  const asked = { userid, uuid: '1' };
  const KEY = { apikey: ACCOUNT.apiKey };
  const OF_KEY = expect.stringContaining('A key is not accepted here');
  const accepted = { response: { status: 'success', count: 0 } };

  it('is refused, with one note', async () => {
    const gateway = await start();
    expect(await ask(gateway, PATH, asked, KEY)).toMatchObject({ response: { code: '216' } });
    for (const { notes } of gateway.others) expect(notes).toEqual([OF_KEY]);
  });

  it('does not count next to a token', async () => {
    const gateway = await start();
    const Authorization = await getToken(gateway);
    expect(await ask(gateway, PATH, asked, { ...KEY, Authorization })).toMatchObject(accepted);
    expect(gateway.others.at(-1)?.notes).toEqual([OF_KEY]);
  });

  it.each([{ reportKeys: true }, { acceptAny: true }])('is accepted with %j', async (options) => {
    const gateway = await start(options);
    expect(await ask(gateway, PATH, asked, KEY)).toMatchObject(accepted);
    expect(gateway.others).toMatchObject([{ notes: [] }, { notes: [] }]);
    const wrong = await ask(gateway, PATH, asked, { apikey: 'wrong' });
    expect(wrong).toMatchObject({ response: { code: options.acceptAny ? '200' : '216' } });
  });
});
