import { readAccessToken } from '../../lib/core/auth/access-token.js';

const SECOND = 1000;
const SENT_AT = Date.parse('2026-03-01T12:00:00Z');
const ENDS = Date.parse('2026-03-01T13:00:00Z');

/** How much sooner than its expiry a token ends here, in ms, if the gateway's Date is so far ahead of the request. */
function correction(ahead: number, answeredAfter: number): number {
  const login = {
    token: 'token',
    expiresAfter: '2026-03-01 13:00:00',
    date: new Date(SENT_AT + ahead).toUTCString(),
    sentAt: SENT_AT,
    answeredAt: SENT_AT + answeredAfter,
  };
  return ENDS - readAccessToken(login, 'UTC').usableUntil;
}

describe('a token ends when it does by the clock of the gateway, which wrote its Date between request and answer', () => {
  it.each([
    ['the answer came in that second', 2 * SECOND, 2 * SECOND, 0],
    ['the answer came a moment before', 2 * SECOND, 2 * SECOND - 1, 3 * SECOND],
    ['the request left when it ended', -SECOND, 0, 0],
    ['the request left a second later', -2 * SECOND, 0, -SECOND],
  ])('and the clocks are only known to differ if %s', (_when, ahead, answeredAfter, expected) => {
    expect(correction(ahead, answeredAfter)).toBe(expected);
  });
});
