import { SmsConfigurationError } from '../errors/index.js';
import type { SmsContent } from '../message/sms-message.js';
import type { SmsOtpOptions } from './sms-otp.options.js';

type TextOptions = Pick<SmsOtpOptions, 'message' | 'webOtp' | 'androidHash'>;

const MINUTE = 60_000;

/** The message with a code that is valid for so many ms. */
export function otpContent(options: TextOptions, code: string, validFor: number): SmsContent {
  const minutes = String(Math.max(1, Math.ceil(validFor / MINUTE)));
  const unit = minutes === '1' ? 'minute' : 'minutes';
  const made =
    options.message?.({ code, minutes }) ??
    `Your code is ${code}. It is valid for ${minutes} ${unit}.`;
  const content = typeof made === 'string' ? { text: made } : made;
  const line = lastLine(options, code);
  const isWhole = line === undefined || typeof content?.text !== 'string';
  if (isWhole || content.text.endsWith(`\n${line}`)) return content;
  return { ...content, text: `${content.text}\n${line}` };
}

/**
 * Makes a message once, so that a mistake shows when the app starts.
 *
 * @throws SmsConfigurationError if it does not hold the code, or a registered template would not match it
 */
export function checkOtpText(options: TextOptions, length: number, ttl: number): SmsContent {
  const code = '5729384106'.slice(0, length);
  const given = options.message?.({ code, minutes: '5' });
  const content = otpContent(options, code, ttl);
  if (typeof content?.text !== 'string' || !content.text.includes(code)) {
    throw wrong('message does not return a text, or an object with a text, that holds the code');
  }
  const isRegistered =
    typeof given === 'object' && ('dltTemplateId' in given || given.fields?.['dltTemplateId']);
  if (isRegistered && given.text !== content.text) {
    throw wrong(
      `the line of ${options.webOtp ? 'webOtp' : 'androidHash'} is not part of the template, so the operator would drop the message. Register the template with it`,
    );
  }
  return content;
}

function lastLine({ webOtp, androidHash }: TextOptions, code: string): string | undefined {
  return webOtp ? `@${webOtp} #${code}` : androidHash;
}

function wrong(problem: string): SmsConfigurationError {
  return new SmsConfigurationError(`SmsOtpModule cannot start: ${problem}.`);
}
