import { Agent, Dispatcher, interceptors, RetryAgent } from 'undici';
import { loginCode } from '../templates/known.js';
import { configurationErrorOf, GOOD, isTaken } from './build.js';

const TOKEN = { method: 'token', userId: 'acme', password: 'pass' } as const;
const QUIET = { from: '21:00', to: '09:00', timeZone: 'Asia/Kolkata' };
const HOURS = { from: '21:00', to: '10:00' };
const quietFor = (categories: object) => ({
  quiet: { timeZone: 'UTC', categories },
  templates: { known: [loginCode] },
});
const KEY = { method: 'apiKey', userId: 'acme', apiKey: 'key' } as const;
const { password: _password, ...NO_PASSWORD } = TOKEN;

/** What is wrong, the options, and what the error has to say. */
type Case = [string, object, ...string[]];

// As in another copy of undici, and as a class that extends that one.
class Other extends Dispatcher {}
Object.defineProperty(Other, 'name', { value: 'RetryAgent' });
const stranger = new (class Patient extends Other {})();

/** As undici has it up to its version 6, which calls its handlers in another way. */
class DispatcherBase extends Dispatcher {
  get interceptors(): unknown {
    return undefined;
  }
}
const older = new (class Pool extends DispatcherBase {})();

/** A dispatcher of the app's own, around another one. */
class Around extends Dispatcher {
  readonly interceptors = [];

  constructor(readonly inner: Dispatcher) {
    super();
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    return this.inner.dispatch(options, handler);
  }
}

const agent = new Agent();
afterAll(() => agent.close());

const times = ['connect', 'attempt', 'total'].flatMap((name): Case[] =>
  [-1, 0, Number.NaN, Infinity, 1.5, '1000', 2 ** 31, null].map((value) => [
    `timeout.${name} of ${String(value)}`,
    { timeout: { [name]: value } },
    `timeout.${name}`,
    'milliseconds',
  ]),
);

const numbers: Case[] = (
  [
    ['maxConnections', 0],
    ['maxConnections', 1.5],
    ['maxAnswerBytes', 0],
    ['maxAnswerBytes', -1],
    ['drain', -1],
    ['drain', Number.NaN],
    ['maxConcurrency', 0],
  ] as const
).map(([name, value]) => [`${name} of ${value}`, { [name]: value }, name, 'whole number']);

const parts: Case[] = [
  ['retry.attempts of 0', { retry: { attempts: 0 } }, 'retry.attempts'],
  ['retry.base below 0', { retry: { base: -1 } }, 'retry.base', 'milliseconds'],
  ['retry.cap that is none', { retry: { cap: 'long' } }, 'retry.cap', 'milliseconds'],
  ['rateLimit without perMs', { rateLimit: { recipients: 1 } }, 'rateLimit.perMs', 'is missing'],
  ['breaker.failures of 0', { breaker: { failures: 0 } }, 'breaker.failures'],
  ['breaker that is no object', { breaker: true }, 'breaker', 'failures'],
  ['auth.cooldown below 0', { auth: { ...TOKEN, cooldown: -1 } }, 'auth.cooldown', 'milliseconds'],
];

const auth: Case[] = [
  ['no auth', { auth: undefined }, 'auth is missing', 'method'],
  ['auth that is a text', { auth: 'token' }, 'auth', 'SmsAuthProvider'],
  ['auth without a method', { auth: { userId: 'u', password: 'p' } }, 'auth', 'method'],
  ['an unknown method', { auth: { ...TOKEN, method: 'basic' } }, 'auth.method', "'token'"],
  ['no user', { auth: { ...TOKEN, userId: undefined } }, 'auth.userId is missing', 'SMS_USER_ID'],
  ['an empty user', { auth: { ...TOKEN, userId: '' } }, 'auth.userId is empty'],
  [
    'a user with a colon for a token',
    { auth: { ...TOKEN, userId: 'a:b' } },
    'auth.userId',
    'colon',
  ],
  ['no password', { auth: NO_PASSWORD }, 'auth.password is missing', 'SMS_PASSWORD'],
  ['a reach that is undefined', { reach: undefined }, 'reach is undefined', 'leave the key out'],
  [
    'limits that are undefined',
    { guard: { countries: undefined, optedOut: undefined } },
    'guard.countries is undefined, perhaps because a setting is missing. Provide a value',
    'guard.optedOut is undefined',
  ],
  [
    'quiet hours that are undefined',
    { quiet: { ...QUIET, from: undefined, to: undefined } },
    'quiet.from is undefined',
    'quiet.to is undefined',
  ],
  [
    'quiet hours that are undefined, beside those of a category',
    {
      ...quietFor({}),
      quiet: { timeZone: 'UTC', from: undefined, categories: { promotional: HOURS } },
    },
    'quiet.from is undefined',
  ],
  ['an unknown reach', { reach: 'some' }, 'reach', "'none'"],
  ['a reach of nobody', { reach: { only: [] } }, 'reach'],
  ['an invalid pattern', { reach: { only: ['98*76'] } }, 'reach'],
  [
    "a spreadsheet's number in reach",
    { reach: { only: ['919876543210.0'] } },
    'reach.only[0] looks like a number from a spreadsheet',
    'export the column as text',
  ],
  ['a guard for no country', { guard: { countries: ['India'] } }, 'guard.countries[0]', 'ISO'],
  ['an unknown limit', { guard: { perHour: 1 } }, 'guard.perHour', 'not a known option'],
  ['a limit without a time', { guard: { perRecipient: { count: 1 } } }, 'guard.perRecipient.perMs'],
  ['no segments', { guard: { maxSegments: 0 } }, 'guard.maxSegments', 'too small'],
  ['a store that counts nothing', { guard: { store: {} } }, 'guard.store', 'createGuardStore'],
  ['an invalid time', { quiet: { ...QUIET, from: '24:00' } }, 'quiet.from', "'21:00'"],
  ['a balance without a path', { balance: { path: '' } }, 'balance.path', '/SMSApi/account/'],
  ['a URL of the balance', { balance: { path: 'https://a.b/c' } }, 'balance.path', 'a path like'],
  ['a query for the balance', { balance: { path: '/a?b=c' } }, 'balance.path', 'a path like'],
  ['no least balance', { balance: { below: 0 } }, 'balance.below', 'a number above 0'],
  ['a text as the least balance', { balance: { below: '5' } }, 'balance.below', 'a number above'],
  ['a balance too often', { balance: { below: 5, every: 999 } }, 'balance.every', '1000'],
  ['the same time twice', { quiet: { ...QUIET, to: '21:00' } }, 'quiet', 'same time'],
  ['hours that do not end', { quiet: { from: '21:00', timeZone: 'UTC' } }, 'quiet has only one of'],
  ['hours that do not begin', { quiet: { to: '21:00', timeZone: 'UTC' } }, 'quiet has only one of'],
  ['no quiet hours', { quiet: { timeZone: 'UTC' } }, 'quiet has no hours', 'or categories'],
  ['hours of no category', quietFor({}), 'quiet has no hours'],
  [
    'a category whose hours are undefined',
    quietFor({ promotional: undefined }),
    'quiet has no hours',
  ],
  [
    'hours of an unknown category',
    quietFor({ service_explicit: HOURS }),
    'quiet.categories.service_explicit',
    'not a known',
  ],
  [
    'half the hours of a category',
    quietFor({ promotional: { from: '21:00' } }),
    'quiet.categories.promotional.to',
  ],
  [
    'a category with the same time twice',
    quietFor({ service: { from: '21:00', to: '21:00' } }),
    'quiet.categories.service',
    'same time',
  ],
  [
    'hours of categories without templates',
    { ...quietFor({ promotional: HOURS }), templates: undefined },
    'quiet.categories needs the option templates',
  ],
  ['quiet hours nowhere', { quiet: { from: '21:00', to: '09:00' } }, 'quiet.timeZone'],
  ['an empty password', { auth: { ...TOKEN, password: '' } }, 'auth.password is empty'],
  ['a password that is a number', { auth: { ...TOKEN, password: 1 } }, 'auth.password'],
  [
    'a password with half a character',
    { auth: { ...TOKEN, password: 'a\ud800' } },
    'auth.password',
  ],
  ...['pw\n', '\r\npw', 'p\tw', 'pw\u0000', 'pw\u0085', '\ufeffpw'].flatMap((text): Case[] =>
    [TOKEN, GOOD.auth].flatMap((given): Case[] => [
      [
        `a password like ${JSON.stringify(text)} (${given.method})`,
        { auth: { ...given, password: text } },
        'auth.password has a line break, a byte order mark or another control character',
        'how it was copied or read',
      ],
      [
        `a user like ${JSON.stringify(text)} (${given.method})`,
        { auth: { ...given, userId: text } },
        'auth.userId has a line break',
      ],
    ]),
  ),
  [
    'a user with a line break, with a key',
    { auth: { ...KEY, userId: 'u\n' } },
    'auth.userId has a line break',
  ],
  [
    'ids that a spreadsheet made, and a sender with a space',
    {
      defaults: {
        senderId: 'ACME ',
        dltEntityId: '1.10716E+18',
        dltTemplateId: '1107160000000000001.0',
      },
    },
    'defaults.senderId begins or ends with a space',
    'defaults.dltEntityId looks like an id from a spreadsheet; export the column as text',
    'defaults.dltTemplateId looks like an id from a spreadsheet',
  ],
  ['no key', { auth: { ...KEY, apiKey: undefined } }, 'auth.apiKey is missing', 'SMS_API_KEY'],
  ['a key with a line break', { auth: { ...KEY, apiKey: 'a\nb' } }, 'auth.apiKey', 'header'],
  ['a key with a space at its end', { auth: { ...KEY, apiKey: 'a ' } }, 'auth.apiKey', 'space'],
  ['a key beyond Latin-1', { auth: { ...KEY, apiKey: 'पास' } }, 'auth.apiKey', 'Latin-1'],
  ['a header name with a space', { auth: { ...KEY, header: 'api key' } }, 'auth.header', 'apikey'],
  ['a header name with a colon', { auth: { ...KEY, header: 'apikey:' } }, 'auth.header'],
  ['an empty header name', { auth: { ...KEY, header: '' } }, 'auth.header'],
  ["the request's own header", { auth: { ...KEY, header: 'Content-Type' } }, 'auth.header'],
  ['an unknown zone', { auth: { ...TOKEN, timeZone: 'Mars/Olympus' } }, 'auth.timeZone', 'IANA'],
  ['an offset for a zone', { auth: { ...TOKEN, timeZone: '+05:30' } }, 'auth.timeZone', 'IANA'],
  ['an empty zone', { auth: { ...TOKEN, timeZone: '' } }, 'auth.timeZone', 'IANA'],
  ['a zone that is no text', { auth: { ...TOKEN, timeZone: 5.5 } }, 'auth.timeZone', 'IANA'],
  ['a scheme of two words', { auth: { ...TOKEN, scheme: 'Bearer x' } }, 'auth.scheme', 'Bearer'],
  [
    'an encoding that is none',
    { auth: { ...GOOD.auth, passwordEncoding: 'b' } },
    'passwordEncoding',
  ],
  ['codes that are no list', { auth: { ...TOKEN, refusedCodes: '216' } }, 'auth.refusedCodes'],
  [
    'a code that is none',
    { auth: { ...TOKEN, refusedCodes: ['401', {}] } },
    'auth.refusedCodes[1]',
  ],
  [
    'a code of blanks',
    { auth: { ...TOKEN, refusedCodes: ['401', ' '] } },
    'auth.refusedCodes[1] is blank',
  ],
  ['a code without a character', { auth: { ...TOKEN, refusedCodes: [''] } }, 'is blank'],
  [
    'a store without delete',
    { auth: { ...TOKEN, store: { get() {}, set() {} } } },
    'auth.store',
    'Keyv',
  ],
  ['a store that is none', { auth: { ...TOKEN, store: 'redis://' } }, 'auth.store', 'Keyv'],
];

const things: Case[] = [
  ['a subclass of another copy’s RetryAgent', { dispatcher: stranger }, 'dispatcher', 'twice'],
  ['a dispatcher of an older undici', { dispatcher: older }, 'dispatcher', 'undici 7'],
  ['a RetryAgent', { dispatcher: new RetryAgent(agent) }, 'dispatcher', 'twice'],
  ['a dispatcher that is none', { dispatcher: {} }, 'dispatcher', 'undici'],
  ['an HttpService that is none', { http: {} }, 'http', 'HttpService'],
  ['a HttpService that is fetch', { http: fetch }, 'http', 'HttpService'],
  ['failure words that are not an array', { failureWords: 'error' }, 'failureWords', 'array'],
  ['a failure word that is empty', { failureWords: ['error', ''] }, 'failureWords[1] is empty'],
  ['a failure word of blanks', { failureWords: ['error', ' '] }, 'failureWords[1] is blank'],
  ['a failure word that is a number', { failureWords: [0] }, 'failureWords[0]', "'error'"],
  [
    'the word of success as a failure word',
    { failureWords: [' Success'] },
    'failureWords[0]',
    'success',
  ],
  ['an unknown country', { defaultCountry: 'XX' }, 'defaultCountry', 'ISO 3166'],
  ['a country in small letters', { defaultCountry: 'in' }, 'defaultCountry', 'capitals'],
  ['a country by its name', { defaultCountry: 'India' }, 'defaultCountry', 'ISO 3166'],
  ['a country that is a number', { defaultCountry: 91 }, 'defaultCountry', 'ISO 3166'],
  [
    'an unknown check of numbers',
    { numbers: 'loose' },
    "numbers is not valid. Provide 'strict' or 'possible' or 'any'",
  ],
  ['allowInsecure that is a text', { allowInsecure: 'false' }, 'allowInsecure', 'true or false'],
];

const defaults: Case[] = [
  [
    'a typo in a default',
    { defaults: { senderID: 'X' } },
    "defaults.senderID is not known; perhaps you meant 'senderId'",
  ],
  ['a default sender with a line break', { defaults: { senderId: 'A\nB' } }, 'defaults.senderId'],
  ['an empty default sender', { defaults: { senderId: '' } }, 'defaults.senderId'],
  ['a duplicate check that is a text', { defaults: { duplicateCheck: 'true' } }, 'duplicateCheck'],
  ['default fields that are a list', { defaults: { fields: [] } }, 'defaults.fields'],
  ['a default field that is a number', { defaults: { fields: { a: 1 } } }, 'defaults.fields.a'],
  ...['mobile', 'MSG', 'userid', 'password', 'apikey', 'senderid', 'output', 'mobile[]'].map(
    (name): Case => [
      `a default field named ${name}`,
      { defaults: { fields: { [name]: 'x' } } },
      `defaults.fields.${name}`,
    ],
  ),
  [
    'a default field for the id of a template',
    { defaults: { fields: { dltTemplateId: '1107' } } },
    "defaults.fields.dltTemplateId is set by the package; use 'dltTemplateId'",
  ],
];

const typos: Case[] = [
  ['baseURL', { baseURL: 'https://sms.example.com' }],
  ['timeout.atempt', { timeout: { atempt: 1 } }],
  ['retry.retries', { retry: { retries: 1 } }],
  ['balance.limit', { balance: { limit: 1 } }],
  ['breaker.failure', { breaker: { failure: 1 } }],
  ['rateLimit.per', { rateLimit: { recipients: 1, perMs: 1, per: 1 } }],
  ['auth.timezone', { auth: { ...TOKEN, timezone: 'UTC' } }],
  ['auth.pasword', { auth: { ...GOOD.auth, pasword: 'x' } }],
  ['auth.headers', { auth: { ...KEY, headers: 'x' } }],
  ['auth.password', { auth: { ...KEY, password: 'x' } }],
].map(([path, wrong]): Case => [
  `the typo ${path}`,
  wrong as object,
  `${path} is not a known option`,
]);

describe('a module is not built with', () => {
  it.each([...times, ...numbers, ...parts, ...auth, ...things, ...defaults, ...typos])(
    '%s',
    async (_what, wrong, ...told) => {
      const error = await configurationErrorOf({ ...GOOD, ...wrong });
      expect(error).toMatchObject({
        code: 'configuration',
        outcome: 'not-sent',
        retryable: false,
      });
      for (const word of told) expect(error.message).toContain(word);
    },
  );

  it.each(['timeout', 'retry', 'breaker', 'guard', 'quiet', 'templates', 'balance'])(
    'a promise, a Map or a Date as %s, which zod takes for an object without keys',
    async (option) => {
      for (const value of [Promise.resolve({}), new Map([['total', 1]]), new Date(0)]) {
        const { message } = await configurationErrorOf({ ...GOOD, [option]: value });
        expect(message).toContain(`${option} is not valid. Provide an object like`);
      }
    },
  );

  it('several invalid options without naming each', async () => {
    const error = await configurationErrorOf({
      auth: { ...TOKEN, userId: '', timeZone: 'Nowhere' },
      timeout: { total: -1 },
      typo: 1,
    });
    for (const name of ['baseUrl', 'auth.userId', 'auth.timeZone', 'timeout.total', 'typo']) {
      expect(error.message).toContain(name);
    }
  });

  it('a number that fails two checks without naming it once', async () => {
    for (const maxConnections of [Infinity, 0.5]) {
      const error = await configurationErrorOf({ ...GOOD, maxConnections });
      expect(error.message.split('maxConnections')).toHaveLength(2);
    }
  });

  it('an empty key without mentioning a line break', async () => {
    const error = await configurationErrorOf({ ...GOOD, auth: { ...KEY, apiKey: '' } });
    expect(error.message).toContain('auth.apiKey is empty');
    expect(error.message).not.toContain('line break');
  });

  it('invalid options of a named account without naming the account', async () => {
    const error = await configurationErrorOf({ ...GOOD, baseUrl: '/sms', name: 'marketing' });
    expect(error.message).toContain('marketing');
    expect(error.account).toBe('marketing');
  });
});

describe('a module is built with', () => {
  it.each<[string, object]>([
    ['the least', {}],
    ['options that are undefined', { timeout: undefined, http: undefined, defaults: undefined }],
    ['no guard and no quiet hours', { guard: undefined, quiet: undefined }],
    ['other limits that are undefined', { guard: { maxSegments: undefined, perDay: undefined } }],
    ['hours of a category only', quietFor({ promotional: HOURS })],
    ['a zone by its old name', { auth: { ...TOKEN, timeZone: 'Asia/Calcutta' } }],
    ['a colon in a user that is no Basic one', { auth: { ...GOOD.auth, userId: 'a:b' } }],
    ['spaces around the password', { auth: { ...TOKEN, password: ' p b ' } }],
    ['a colon in the password', { auth: { ...TOKEN, password: 'a:b' } }],
    ['codes as numbers and texts', { auth: { ...TOKEN, refusedCodes: [401, '216'] } }],
    ['a dispatcher of undici', { dispatcher: agent }],
    [
      'a dispatcher of undici with an interceptor',
      { dispatcher: agent.compose(interceptors.dns()) },
    ],
    ["a dispatcher of the app's own", { dispatcher: new Around(older) }],
    ['no retries', { retry: { attempts: 1, base: 0, cap: 0, budget: 0 } }],
    ['deadlines as long as a timer runs', { timeout: { total: 2_147_483_647 } }],
    ['no drain', { drain: 0 }],
    ['a country', { defaultCountry: 'IN' }],
    ['a check of numbers', { numbers: 'possible' }],
    ['failure words', { failureWords: ['Error', 'nicht gesendet'] }],
    ['no failure words', { failureWords: [] }],
    ['quiet hours, and none of a category', { quiet: { ...QUIET, categories: {} } }],
  ])('%s', async (_what, more) => {
    expect(await isTaken({ ...GOOD, ...more })).toBe(true);
  });
});
