/** Letters that belong to the word next to them. Other scripts may put a code right after a word. */
export const LETTER = String.raw`\p{Script=Latin}\p{Script=Cyrillic}`;

// English, German, French, Spanish and Portuguese.
const WORDS = [
  String.raw`otp|o\.t\.p|[mt]?pin|passcode|password|code|verif[${LETTER}]*|authenticat[${LETTER}]*`,
  'one[- ]?time|token|login|log[- ]?in|sign[- ]?in',
  '(?:einmal)?(?:passwort|kennwort)|(?:m|sms-?)?tan|mot de passe',
  'c[oó]digo|clave|contraseña|senha',
].join('|');
// The end of a German compound.
const COMPOUND = '(?:ungs|heits|gangs|melde|schalt|einmal|login)code';
// Russian, Hindi and Chinese, which attach endings or use no spaces.
const ANYWHERE = 'код|пароль|कोड|ओटीपी|पासवर्ड|验证码|驗證碼';
// These codes do not authenticate anybody.
const OTHER_CODE =
  '(?<!(?:promo|promotion|promotional|discount|coupon|voucher|referral|zip|postal|area|dress|qr)[- ])';
const KEYWORD = new RegExp(
  `(?<![${LETTER}\\d_])${OTHER_CODE}(?:${WORDS})(?![${LETTER}\\d_])|${COMPOUND}(?![${LETTER}])|${ANYWHERE}`,
  'giu',
);

/** The words in a text that announce a code, in order. */
export function findOtpWords(text: string): RegExpExecArray[] {
  // A TAN is German; "tan" is Spanish for "so".
  return [...text.matchAll(KEYWORD)].filter(
    ([word]) => !/tan$/i.test(word) || word.endsWith('TAN'),
  );
}
