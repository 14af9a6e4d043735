// Words that stand near a code, in the languages that such messages are commonly written in.
const KEYWORD =
  /\b(?:otp|o\.t\.p|t?pin|passcode|password|code|kode|codice|c[oó]digo|verif\w*|authenticat\w*|one[- ]?time|token|login|log[- ]?in|sign[- ]?in)\b|код|пароль|कोड|ओटीपी|验证码|驗證碼|校验码|動態密碼|認証|確認コード|인증|رمز/giu;

// 4 to 8 digits, or two groups of three or four, that are no part of a longer number, date or amount.
const CANDIDATE =
  /(?<![\d₹$€£*#]|\d[.,:/-]|[xX*]{2}|rs\.?\s?|inr\s?|usd\s?|eur\s?)(?:\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{4,8})(?![\d%₹$€£]|[.,:/-]\d|\s?(?:rs|inr|usd|eur|rupees|dollars|euros?)\b)/giu;

// The last line of a message bound to a web origin: @example.com #123456
const ORIGIN_BOUND = /^@[\w.-]+ #(\w{4,8})(?:\s|$)/mu;

/**
 * Finds the one-time password in a text: the run of 4 to 8 digits that stands nearest to a word
 * such as "code" or "OTP". Amounts, dates, masked accounts and longer numbers are no codes.
 *
 * @returns its characters without separators, or null where the text seems to hold none
 */
export function findOtp(text: string): string | null {
  const bound = ORIGIN_BOUND.exec(text)?.[1];
  if (bound !== undefined && /\d/.test(bound)) return bound;
  const candidates = [...text.matchAll(CANDIDATE)];
  if (candidates.length === 0) return null;
  const keywords = [...text.matchAll(KEYWORD)];
  if (keywords.length === 0) {
    return /^\s*\d[\d -]*\d[\s.]*$/.test(text) ? digits(candidates[0]?.[0]) : null;
  }
  let best: { distance: number; code: string | null } | undefined;
  // Both lists are in order, so that the nearest keyword of a candidate is the last one before it
  // or the first one after it: one walk, however long the text.
  let after = 0;
  for (const candidate of candidates) {
    while ((keywords[after]?.index ?? Infinity) < candidate.index) after += 1;
    for (const keyword of keywords.slice(Math.max(0, after - 1), after + 1)) {
      const distance = gap(candidate, keyword);
      if (best === undefined || distance < best.distance) {
        best = { distance, code: digits(candidate[0]) };
      }
    }
  }
  return best?.code ?? null;
}

function gap(one: RegExpExecArray, other: RegExpExecArray): number {
  const [first, second] = one.index < other.index ? [one, other] : [other, one];
  return Math.max(0, second.index - (first.index + first[0].length));
}

function digits(candidate: string | undefined): string | null {
  return candidate?.replace(/\D/g, '') ?? null;
}
