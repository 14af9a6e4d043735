import { findOtp } from '../../lib/simulator/inbox/find-otp.js';

describe('a one-time password', () => {
  it.each([
    ['Your code is 482913.', '482913'],
    ['482913 is your verification code', '482913'],
    ['G-482913 is your Google verification code.', '482913'],
    ['Use OTP 4829 to pay Rs.15000 at ACME. Never share it.', '4829'],
    ['Dear customer, INR 250000 will be debited. OTP: 48291377', '48291377'],
    ['Your WhatsApp code: 482-913. Do not share it', '482913'],
    ['Your code is 482 913', '482913'],
    ['Order 20260301 is on its way. Your delivery PIN is 7781.', '7781'],
    ['Your code is 482913\n\n@example.com #482913', '482913'],
    ['Your code arrives.\n@example.com #AB12CD', 'AB12CD'],
    ['Code 482913, valid until 2026-03-01 10:30', '482913'],
    ['OTP for a/c XX1234 is 908070', '908070'],
    ['आपका ओटीपी 482913 है', '482913'],
    ['您的验证码是482913，请勿泄露', '482913'],
    ['Ihr Code lautet 482913', '482913'],
    ['482913', '482913'],
  ])('is found in %j', (text, code) => {
    expect(findOtp(text)).toBe(code);
  });

  it.each([
    'Welcome to ACME!',
    'Call us on 919876543210',
    'Your order 482913 has been shipped',
    'Rs. 482913 was debited',
    'Your login on 2026-03-01 was successful',
    'Your password was changed. Not you? Call 1800-123-4567',
    'Your code is 123',
    'Your code is 123456789',
    '',
  ])('is not found in %j', (text) => {
    expect(findOtp(text)).toBeNull();
  });

  // What took the square of the text would not end within the runner's limit.
  it('is looked for in a time that grows with the text, whatever the text', () => {
    for (const part of ['1', '1234 ', 'code ', '1234 code ', ' ', '1-', 'x', '₹1']) {
      expect(() => findOtp(part.repeat(50_000))).not.toThrow();
    }
  });
});
