import { SmsMessageError } from '../errors/index.js';
import type { SmsContent } from '../message/sms-message.js';
import type { SmsOtpOptions } from './sms-otp.options.js';

/**
 * The message with a code that is valid for so many ms.
 *
 * @throws SmsMessageError if it does not hold the code, or its template not the last line
 */
export function otpContent(
  { message, webOtp, androidHash }: Pick<SmsOtpOptions, 'message' | 'webOtp' | 'androidHash'>,
  code: string,
  validFor: number,
): SmsContent {
  const minutes = String(Math.max(1, Math.ceil(validFor / 60_000)));
  const unit = minutes === '1' ? 'minute' : 'minutes';
  const made =
    message?.({ code, minutes }) ?? `Your code is ${code}. It is valid for ${minutes} ${unit}.`;
  const content = typeof made === 'string' ? { text: made } : made;
  if (typeof content?.text !== 'string' || !content.text.includes(code)) {
    throw wrong('message does not return a text, or an object with a text, that holds the code');
  }
  const line = webOtp ? `@${webOtp} #${code}` : androidHash;
  if (line === undefined || content.text.endsWith(`\n${line}`)) return content;
  if (!('dltTemplateId' in content || content.fields?.['dltTemplateId'])) {
    return { ...content, text: `${content.text}\n${line}` };
  }
  throw wrong(
    `the line of ${webOtp ? 'webOtp' : 'androidHash'} is not part of the template, so the operator would drop the message. Register the template with it`,
  );
}

function wrong(message: string): SmsMessageError {
  return new SmsMessageError([{ path: 'text', message }]);
}
