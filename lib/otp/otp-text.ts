import type { SmsContent } from '../message/sms-message.js';
import type { SmsOtpOptions } from './sms-otp.options.js';

type TextOptions = Pick<SmsOtpOptions, 'message' | 'webOtp' | 'androidHash'>;

/** The message with a code that is valid for so many ms. */
export function otpContent(options: TextOptions, code: string, validFor: number): SmsContent {
  const { content, missing } = makeOtp(options, code, validFor);
  return missing === undefined ? content : { ...content, text: `${content.text}\n${missing}` };
}

/** What is wrong with the message; undefined if it holds the code, and its template the last line. */
export function problemOfText(options: TextOptions, code: string, validFor: number) {
  const { content, missing } = makeOtp(options, code, validFor);
  if (typeof content?.text !== 'string' || !content.text.includes(code)) {
    return 'message does not return a text, or an object with a text, that holds the code';
  }
  const isRegistered = 'dltTemplateId' in content || content.fields?.['dltTemplateId'];
  if (!isRegistered || missing === undefined) return undefined;
  const option = options.webOtp ? 'webOtp' : 'androidHash';
  return `the line of ${option} is not part of the template, so the operator would drop the message. Register the template with it`;
}

/** @returns also the last line, if the text lacks it */
function makeOtp({ message, webOtp, androidHash }: TextOptions, code: string, validFor: number) {
  const minutes = String(Math.max(1, Math.ceil(validFor / 60_000)));
  const unit = minutes === '1' ? 'minute' : 'minutes';
  const made =
    message?.({ code, minutes }) ?? `Your code is ${code}. It is valid for ${minutes} ${unit}.`;
  const content = typeof made === 'string' ? { text: made } : made;
  const line = webOtp ? `@${webOtp} #${code}` : androidHash;
  const isThere = typeof content?.text !== 'string' || content.text.endsWith(`\n${line}`);
  return { content, missing: isThere ? undefined : line };
}
