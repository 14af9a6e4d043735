import { readFileSync } from 'node:fs';
import {
  parseSearch,
  SEARCH_KEYS,
  searchProblem,
  type Searchable,
} from '../../simulator/inbox/search.js';

const message: Searchable = {
  id: '1773757867480001',
  at: '2026-03-17T14:31:07.480Z',
  kind: 'send',
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
    'is:accepted',
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
    'id:1773757867480001',
    'id:1773757867480002,1773757867480001 code',
    'after:2026-03-17 before:2026-03-18',
    // In the zone of the simulator, here five and a half hours ahead.
    'after:2026-03-17T20:01 -after:2026-03-17T20:02',
    'after:"2026-03-17 20:01:07" BEFORE:2026-03-17T20:01:08',
    'after:2026-03-17T14:31:07.480Z before:2026-03-17T14:31:07.481Z',
    'after:2026-03-17T15:31:07+01:00',
  ])('%j finds the message', (search) => {
    expect(parseSearch(search, 'Asia/Kolkata')(message)).toBe(true);
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
    'id:1773757867480002',
    'id:177375786748000',
    'after:2026-03-18',
    'before:2026-03-17',
    'before:2026-03-17T14:31:07.480Z',
    'after:2026-03-17T20:01:08',
    'after:yesterday',
    'before:2026-02-30',
  ])('%j does not find the message', (search) => {
    expect(parseSearch(search, 'Asia/Kolkata')(message)).toBe(false);
  });

  it.each([
    ['is:blue', /is:blue is not .* use unread, read, .*otp/],
    ['code -is:blue', /is:blue/],
    ['fault:42', /use accept-then-drop, .*429/],
    [
      'before:14:30',
      /use a day or a time, for example before:2026-03-17 or before:2026-03-17T14:30$/,
    ],
    ['id:1773757867480001,', /use ids of messages/],
    ['after:2026-02-30T10:00Z', /for example after:/],
    ['after:2026-02-28T10:00+99:00', /for example after:/],
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
});

describe('the terms of a search', () => {
  it.each([
    'docs/simulator-reference.md',
    'simulator/api/message-routes.ts',
    'simulator/page/client/views/dialogs.ts',
  ])('are all in %s', (path) => {
    const said = readFileSync(path, 'utf8');
    const missing = SEARCH_KEYS.filter((key) => !new RegExp(String.raw`\b${key}:\S`).test(said));
    expect(missing).toEqual([]);
  });
});
