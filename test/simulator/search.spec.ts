import { parseSearch, type Searchable } from '../../lib/simulator/search.js';

const message: Searchable = {
  status: 'accepted',
  to: ['919876543210'],
  rejected: ['123'],
  senderId: 'ACMECO',
  text: 'Your code is "482913". Grüße',
  segments: { count: 2 },
  otp: '482913',
  duplicate: true,
  transactionId: '6421337897654321231',
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
    'from:919',
    'status:refused',
    'status:accept',
    'segments:>2',
    'segments:<2',
    'segments:many',
    'is:read',
    'is:blue',
    '-is:otp',
    'colour:red',
  ])('%j does not find the message', (search) => {
    expect(parseSearch(search)(message)).toBe(false);
  });

  it('has no imports, so that the page can bundle it', async () => {
    const { readFile } = await import('node:fs/promises');
    const source = await readFile('lib/simulator/search.ts', 'utf8');
    expect(source).not.toMatch(/\bimport\b|\brequire\b/);
  });
});
