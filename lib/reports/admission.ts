import { createHash, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { SmsReportRequest } from './sms-reports.js';
import type { SmsReportsOptions } from './sms-reports.options.js';

/** Whether something given is a secret, in a time that does not depend on either. */
export function isSecret(given: unknown, secret: string): boolean {
  return typeof given === 'string' && timingSafeEqual(hash(given), hash(secret));
}

/** Why a request may not bring reports; undefined if it may. */
export function refusalOf(
  { header, allowFrom }: SmsReportsOptions,
  { headers, ip }: SmsReportRequest,
): 'header' | 'allowFrom' | undefined {
  if (header && !isSecret(headers?.[header.name.toLowerCase()], header.value)) return 'header';
  if (allowFrom && !isWithin(ip, allowFrom)) return 'allowFrom';
  return undefined;
}

/** Whether a text is an address or a range, in full: `203.0.113` would be read as `203.0.0.113`. */
export function isAddress(text: string): boolean {
  const [address = ''] = text.split('/');
  const isFull = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isFull && (text === address || ipaddr.isValidCIDR(text));
}

function isWithin(ip: string | undefined, ranges: readonly string[]): boolean {
  if (ip === undefined || !ipaddr.isValid(ip)) return false;
  // A socket for both versions of IP shows `::ffff:203.0.113.7`.
  const address = ipaddr.process(ip);
  return ranges.some((range) => {
    const [from, bits] = range.includes('/')
      ? ipaddr.parseCIDR(range)
      : [ipaddr.process(range), undefined];
    const length = bits ?? (from.kind() === 'ipv4' ? 32 : 128);
    return from.kind() === address.kind() && address.match([from, length]);
  });
}

function hash(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
