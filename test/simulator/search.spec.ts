import { parseSearch, searchProblem, type Searchable } from '../../lib/simulator/search.js';

const message: Searchable = {
  status: 'accepted',
  account: 'Acme',
  to: ['919876543210'],
  rejected: ['123'],
  senderId: 'ACMECO',
  text: 'Your code is "482913". Grüße',
  segments: { count: 2 },
  otp: '482913',
  duplicate: true,
  transactionId: '6421337897654321231',
  fault: '429',
  scheduledFor: '2027-01-01T00:00:00.000Z',
  read: false,
};

describe('a search', () => {
  it.each([
    '',
    '   ',
    'code',
    'CODE GRÜßE -nothing',
    '"your code"',
    'text:code',
    'text:"your code"',
    'to:98765',
    'to:"+91 98765-43210"',
    'to:123',
    '9876543',
    '+91 98765 43210',
    '"+91 98765 43210"',
    'code +91 98765-43210 is:otp',
    'to:+91 98765 43210',
    'from:acme',
    'acmeco',
    '6421337897654321231',
    'status:accepted',
    'segments:2',
    'segments:=2',
    'segments:>1',
    'segments:>=2',
    'segments:<3',
    'segments:<=2',
    'is:unread',
    'is:otp',
    'is:duplicate',
    'is:rejected',
    '-is:read',
    '-to:555 -"your  code"',
    'IS:OTP To:919',
    'account:acme',
    'fault:429',
    'is:fault is:accepted is:scheduled',
    'your "code is',
  ])('%j finds the message', (search) => {
    expect(parseSearch(search)(message)).toBe(true);
  });

  it.each([
    'nothing',
    '-code',
    'code nothing',
    'text:acmeco',
    'text:919876',
    'to:555',
    'to:+',
    '+91 98765 43211',
    '-+91 98765 43210',
    '+91 98765 43210 nothing',
    'from:919',
    'status:refused',
    'status:accept',
    'segments:>2',
    'segments:<2',
    'segments:many',
    'is:read',
    'is:blue',
    '-is:blue',
    'account:acm',
    'fault:500',
    'is:refused',
    '-is:otp',
    'colour:red',
  ])('%j does not find the message', (search) => {
    expect(parseSearch(search)(message)).toBe(false);
  });

  it.each([
    ['is:blue', /is:blue is not .* use unread, read, .*otp/],
    ['code -is:blue', /is:blue/],
    ['status:accept', /use accepted, refused$/],
    ['fault:42', /use accept-then-drop, .*429/],
    ['segments:many', /use a number, for example segments:>1$/],
  ])('%j has a problem, which names what is known', (search, problem) => {
    expect(searchProblem(search)).toMatch(problem);
  });

  it.each(['', 'https://x.test 10:30', 'colour:red', 'to:x', 'is: "is:blue"', 'account:any'])(
    '%j has no problem',
    (search) => {
      expect(searchProblem(search)).toBeUndefined();
    },
  );

  it('imports only the names of faults, so that the page can bundle it', async () => {
    const { readFile } = await import('node:fs/promises');
    const source = await readFile('lib/simulator/search.ts', 'utf8');
    expect(source.match(/^import .*|\brequire\b|\bimport\(/gm)).toEqual([
      "import { FAULT_NAMES } from './faults/fault.js';",
    ]);
  });
});
