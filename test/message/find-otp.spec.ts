import { findOtp } from '../../lib/extras/testing/find-otp.js';

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
    ['482913 is your OTP. Ref: 5512', '482913'],
    ['482913 is your otp, ref no. 5512', '482913'],
    ['123456 is your code. Call 5678 for help', '123456'],
    ['123456 is your code. 5678 members are online', '123456'],
    ['Your verification code for account 20394 is 482913', '482913'],
    ['Your code for gate 20394 is 482913', '482913'],
    ['Your a/c 123456 login OTP 998877', '998877'],
    ['Room 2041, door code #4455#', '4455'],
    ['Hall 2041: PIN 7781', '7781'],
    ['OTP 4829, your balance is 50000', '4829'],
    ['Hi 2024 batch, 7777 is your PIN', '7777'],
    ['OTP for txn of Rs. 4999 at SHOP 2024 on card ending 9012 is 482913', '482913'],
    ['Use this code to unlock your account: 482913', '482913'],
    ['Your account number is 20394 and your code is 482913', '482913'],
    ['Your verification number is 482913', '482913'],
    ['Your login code has arrived! Enter 482913 to go on. Order 20394', '482913'],
    ['Your O.T.P. is 482913. Text STOP to 56789', '482913'],
    ['Message number 5244 code 105244', '105244'],
    ['12345: login at 67890', '12345'],
    ['OTP-445566', '445566'],
    ['<b>code</b>: 445566', '445566'],
    ['Your CODE\n\n  445566', '445566'],
    ['482913 ist Ihr Bestätigungscode. Bestellnr. 20394', '482913'],
    ['Ihr Code für Konto 20394 lautet 482913', '482913'],
    ['Ваш код для заказа 20394: 482913', '482913'],
    ['778899 – код подтверждения. Заказ 20394', '778899'],
    ['Votre code pour la commande 20394 est 482913', '482913'],
    ['Tu código para el pedido 20394 es 482913', '482913'],
    ['ऑर्डर 20394 के लिए आपका ओटीपी 482913 है', '482913'],
    ['【淘宝】482913是您的验证码。20394人在线', '482913'],
    ['Your code is **482913**', '482913'],
    ['Your code is *482913*.', '482913'],
    ['*482913* is your code, card **1234', '482913'],
    ['FB-48291 is your confirmation code', '48291'],
    ['Flight AI2045: your check-in code is 482913', '482913'],
    ['Code for KA01AB1234: 482913', '482913'],
    ['Code for new users 482913', '482913'],
    ['Ksh 1500 to ACME. PIN 4829', '4829'],
    ['Use promo code SAVE2026. Your PIN is 4829', '4829'],
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
    'Your code is AB1234',
    'Your code is 1234AB',
    'Your code is X9Y8-4821',
    'Your code is 4821-X9Y8',
    'Your code is 4Y-4821',
    'Use promo code SAVE2026 to get 5000 off',
    'Use promo code 482913',
    'Your booking code is PNR48291',
    'Your code for card **1234',
    'Your code for card *1234',
    'Your code expires in 2026',
    'Your COD parcel, 1499 to pay',
    'Su paquete 1499 llega tan pronto como pueda',
    'Your login code was sent. Ref: 5512',
    'Your password for account 20394 was changed. Call 5678.',
    'Your token for order #20394',
    '',
  ])('is not found in %j', (text) => {
    expect(findOtp(text)).toBeNull();
  });

  it.each([
    ['German', 'Ihre TAN lautet {}'],
    ['German', 'mTAN: {}'],
    ['German', 'Ihr Einmalpasswort: {}'],
    ['German', 'Ihr Anmeldecode: {}'],
    ['German', '{} ist Ihr Freischaltcode'],
    ['German', 'Ihr Sicherheitscode ist {}'],
    ['French', 'Votre mot de passe à usage unique : {}'],
    ['Spanish', 'Su clave es {}'],
    ['Spanish', 'Clave dinámica: {}'],
    ['Portuguese', 'Sua senha é {}'],
    ['Portuguese', 'O seu código é {}'],
    ['Russian', 'Ваш код: {}'],
    ['Chinese', '您的验证码是{}，5分钟内有效'],
    ['Chinese', '您的OTP是{}'],
    ['Hindi', 'आपका सत्यापन कोड {} है'],
    ['Marathi', 'तुमचा ओटीपी {}'],
  ])('is found in %s: %j', (_language, text) => {
    expect(findOtp(text.replace('{}', '482913'))).toBe('482913');
    // Without such a word a number is not a code.
    expect(findOtp('ACME: 482913')).toBeNull();
  });

  // Quadratic time would exceed the limit of the test runner.
  it('is searched in linear time, whatever the text', () => {
    for (const part of [
      '1',
      '1234 ',
      'code ',
      '1234 code ',
      ' ',
      '1-',
      'x',
      '₹1',
      'order ',
      '# ',
      '*1234*',
      '**',
      '1a',
      '1a-',
      '1a-1234 ',
      'verif',
      'rs',
    ]) {
      expect(() => findOtp(part.repeat(50_000))).not.toThrow();
    }
  });
});
