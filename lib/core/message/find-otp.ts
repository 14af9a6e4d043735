import { toAsciiDigits } from '../common/characters.js';

/** Letters that belong to the word next to them. Other scripts may put a code right after a word. */
const LETTER = String.raw`\p{Script=Latin}\p{Script=Cyrillic}`;

// English, German, French, Spanish, Portuguese and Swahili.
const WORDS = [
  String.raw`otp|o\.t\.p|[mt]?pin|passcode|password|code|verif[${LETTER}]*|authenticat[${LETTER}]*`,
  'one[- ]?time|token|login|log[- ]?in|sign[- ]?in',
  '(?:einmal)?(?:passwort|kennwort)|(?:m|sms-?)?tan|mot de passe',
  'c[oó]digo|clave|contraseña|senha',
  'msimbo|nywila|neno la siri|namba(?:ri)?(?: yako)? ya (?:siri|uthibitisho|(?:ku)?thibitisha|uthibitishaji)',
].join('|');
// The end of a German compound.
const COMPOUND = '(?:ungs|heits|gangs|melde|schalt|einmal|login)code';
// Languages that attach endings or prefixes, or use no spaces: Russian and Hindi; Chinese, Japanese and Korean;
// Arabic, Persian and Urdu; Bengali.
const ANYWHERE = [
  'код|пароль|कोड|ओटीपी|पासवर्ड',
  '验证码|校验码|认证码|确认码|动态码|动态密码|驗證碼|校驗碼|認證碼|確認碼|動態碼|動態密碼',
  '(?:認証|確認)コード|ワンタイムパスワード|인증 ?(?:번호|코드)',
  String.raw`رمز\s(?:ال)?(?:تحقق|تأكيد|تفعيل|دخول|مرور|عبور|یکبار|پویا)|كلمة المرور|(?<!\p{L})(?:ال)?كود|کد (?:ت[اأ]یید|فعال|ورود)|کوڈ|او ٹی پی`,
  'কোড|ওটিপি',
].join('|');
// These codes do not authenticate anybody.
const OTHER_CODE =
  '(?<!(?:promo|promotion|promotional|discount|coupon|voucher|referral|zip|postal|area|dress|qr)[- ])';
const KEYWORD = new RegExp(
  `(?<![${LETTER}\\d_])${OTHER_CODE}(?:${WORDS})(?![${LETTER}\\d_])|${COMPOUND}(?![${LETTER}])|${ANYWHERE}`,
  'giu',
);

// 4 to 8 digits, or two groups of three or four, that are not part of a longer number, a date, an
// amount or a word: half of AB1234 is not a code.
const DIGITS = String.raw`(?:\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{4,8})`;
const MONEY = 'rs|inr|usd|eur|gbp|[kt]?sh|kes|tzs|ugx|tk';
const CANDIDATE = new RegExp(
  [
    String.raw`(?<![${LETTER}\d\p{Sc}]|\d[.,:/-]|\d[${LETTER}]{1,7}-|(?<![${LETTER}])(?:${MONEY})\.?\s?)`,
    // Stars on both sides are emphasis. Stars only before it mask the rest of an account number.
    String.raw`(?:(?<!\*)${DIGITS}|(?<=(?<![\d*])\*{1,2})${DIGITS}(?=\*{1,2}(?![\d*])))`,
    String.raw`(?![${LETTER}\d%\p{Sc}]|[.,:/-]\d|-[${LETTER}]{1,7}\d|\s?(?:${MONEY}|rupees|dollars|euros?|off)\b)`,
  ].join(''),
  'giu',
);

// The last line of a message bound to a web origin: @example.com #123456
const ORIGIN_BOUND = /^@[\w.-]+ #(\w{4,8})(?:\s|$)/mu;

// Words that announce a number that is not a code.
const LABELS = [
  'a/c|acc(?:oun)?t|card|customer|order|invoice|booking|ticket|txn|transaction|policy|room|flat',
  'konto|kunden|bestell|auftrags?|compte|commande|cuenta|pedido|заказа?|сч[её]та?|खाता|ऑर्डर',
  'akaunti|agizo|oda|tiketi|(?:رقم )?(?:ال)?(?:طلب|حساب|فاتورة)',
].join('|');
const NUMBER = '(?:[. ]?(?:no|nr|id|n°|№|num(?:ber|mer|éro)|namba(?:ri)?|ung)(?: is)?)?';
const LABELLED = new RegExp(
  [
    `(?<!\\p{L})ref(?:eren(?:ce|z|cia))?${NUMBER}[.:#\\s-]{0,3}$`,
    `(?<!\\p{L})(?:${LABELS})${NUMBER}[.#\\s-]{0,3}$`,
    // Not in "the code for your account: 482913".
    `(?:^|[.,;!?\\n]) ?(?:${LABELS})${NUMBER}: ?$`,
    '(?<!(?:otp|code|pin|word|tion) )number (?:is )?$',
    '(?:expires?|valid) (?:in|on|at|until|till) $',
    '(?:call|dial)(?: us)?(?: on| at)? $|(?:stop|help) to $|ending(?: in| with)? $',
    '(?<!(?:otp|code|pin|word)[: ]{0,2})#$',
  ].join('|'),
  'iu',
);
const LONGEST_LABEL = 30;

// The text between a candidate and a keyword, if it connects them.
const IS_KEYWORD = /^["'>#*]{0,2}\s*(?:(?:is|ist|est|es|ni|это|هو|هي)\s|[-–—:=])/iu;
const KEYWORD_IS =
  /(?:(?:\s|^)(?:is|ist|lautet|est|es|ni|это|هو|هي)\s|[:=])\s*["'<#*]{0,2}$|^[^\p{L}\d.!?]*$/iu;
const NEXT_SENTENCE = /[.!?]\s+[\p{Lu}\p{Lo}]|[。！？।]/u;
const NEAR = 120;

/**
 * Finds the one-time password in a text: the 4 to 8 digits that are called one ("482913 is your code",
 * "your code is 482913"), or that are nearest to a word like "code" or "OTP". Amounts, dates,
 * account and order numbers and longer numbers do not count.
 *
 * @returns the code without separators and with its digits as 0 to 9, or null if the text seems to have none
 */
export function findOtp(message: string): string | null {
  const text = toAsciiDigits(message);
  const bound = ORIGIN_BOUND.exec(text)?.[1];
  if (bound !== undefined && /\d/.test(bound)) return bound;
  const keywords = findOtpWords(text);
  if (keywords.length === 0) {
    return /^\s*\d[\d -]*\d[\s.]*$/.test(text) ? digits(text.match(CANDIDATE)?.[0]) : null;
  }
  let best: { cost: number; code: string | null } = { cost: Infinity, code: null };
  // Both lists are in order, so the nearest keyword of a candidate is the last one before it or the
  // first one after it, and one pass over both is enough.
  let after = 0;
  for (const candidate of text.matchAll(CANDIDATE)) {
    while ((keywords[after]?.index ?? Infinity) < candidate.index) after += 1;
    const { index } = candidate;
    if (LABELLED.test(text.slice(Math.max(0, index - LONGEST_LABEL), index))) continue;
    for (const keyword of keywords.slice(Math.max(0, after - 1), after + 1)) {
      const cost = costOf(text, candidate, keyword);
      if (cost < best.cost) best = { cost, code: digits(candidate[0]) };
    }
  }
  return best.code;
}

/** How far a candidate is from a keyword: first by what is between them, then by how much. */
function costOf(text: string, candidate: RegExpExecArray, keyword: RegExpExecArray): number {
  const follows = keyword.index < candidate.index;
  const [first, second] = follows ? [keyword, candidate] : [candidate, keyword];
  const start = first.index + first[0].length;
  const gap = Math.max(0, second.index - start);
  const between = text.slice(start, start + Math.min(gap, NEAR));
  // The length of the text is larger than any gap.
  const far = gap > NEAR || NEXT_SENTENCE.test(between + text.charAt(second.index));
  const isNamed = !far && (follows ? KEYWORD_IS : IS_KEYWORD).test(between);
  const rank = far ? 2 : isNamed ? 0 : 1;
  return 2 * (rank * text.length + gap) + (follows ? 0 : 1);
}

function digits(candidate: string | undefined): string | null {
  return candidate?.replace(/\D/g, '') ?? null;
}

/** The words in a text that announce a code, in order. */
function findOtpWords(text: string): RegExpExecArray[] {
  // A TAN is German; "tan" is Spanish for "so".
  return [...text.matchAll(KEYWORD)].filter(
    ([word]) => !/tan$/i.test(word) || word.endsWith('TAN'),
  );
}
