/**
 * What makes one word of what stands next to it. Scripts that leave no space between words, or that
 * put a code right beside them, are not among it.
 */
export const LETTER = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`;
const STARTS = `(?<![${LETTER}\\d_])`;
const ENDS = `(?![${LETTER}\\d_])`;

// Words that stand near a code, in the languages that such messages are commonly written in.
const WORDS = [
  String.raw`otp|o\.t\.p|[mt]?pin|passcode|password|code|verif[${LETTER}]*|authenticat[${LETTER}]*`,
  'one[- ]?time|token|login|log[- ]?in|sign[- ]?in',
  '(?:einmal)?(?:passwort|kennwort)|(?:m|i|sms-?|push-?|chip-?)?tan|wachtwoord',
  'cod(?:ul|ului)?|codice|codi|c[oó]digo|clave|senha|mã|hasł[oa]|haslo|heslo|lösenord',
  'k[oó]d(?:e|en|er|et|em|u|un|unu|unuz|unuzu|ja|od)?|koodi(?:n|si|nne)?|ş[iİ]fre(?:n|niz|si)?',
  'msimbo|namba(?:ri)? (?:yako )?ya siri',
];
const COMPOUNDS = [
  '(?:ungs|heits|gangs|ings|melde|schalt|einmal|log|login|verificatie|activatie|pin)code',
  '(?<=s|ö|pin|login)(?:kode?|koden|koodi(?:n|si|nne)?)|(?<=pin)kodu',
];
const ANYWHERE = [
  'mot de passe|contraseña|код|пароль|κωδικ[οό]|कोड|ओटीपी|पासवर्ड|কোড|ওটিপি',
  'குறியீ|(?:ஓ|ஒ)ட(?:ி|ீ)ப(?:ி|ீ)|కోడ్|ఓట(?:ి|ీ)ప(?:ి|ీ)|કોડ|ઓટ(?:િ|ી)પ(?:િ|ી)|ਕੋਡ|ਓਟ(?:ਿ|ੀ)ਪ(?:ਿ|ੀ)',
  '验证码|驗證碼|校验码|動態密碼|認証|確認コード|인증|رمز|รหัส|(?<![א-ת])[בהוכלמש]{0,2}קוד(?![א-ת])',
];
// Codes that open nothing.
const OTHER_CODE =
  '(?<!(?:promo|promotion|promotional|discount|coupon|voucher|referral|zip|postal|area|dress|qr)[- ])';
const KEYWORD = new RegExp(
  `${STARTS}${OTHER_CODE}(?:${WORDS.join('|')})${ENDS}|(?:${COMPOUNDS.join('|')})${ENDS}|${ANYWHERE.join('|')}`,
  'giu',
);

/** The words in a text that say that a code is near, in order. */
export function findOtpWords(text: string): RegExpExecArray[] {
  return [...text.matchAll(KEYWORD)].filter(([word]) => !isOtherWord(word));
}

// Written large, a TAN is German and COD is cash on delivery; small, "tan" is Spanish for "so" and
// "cod" Romanian for a code.
function isOtherWord(word: string): boolean {
  return word === 'COD' || (/tan$/i.test(word) && !word.endsWith('TAN'));
}
