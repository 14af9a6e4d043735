import { createRequire } from 'node:module';
import { SegmentedMessage } from 'sms-segments-calculator';

const require = createRequire(import.meta.url);

interface SplitSms {
  split(text: string): { characterSet: 'GSM' | 'Unicode'; parts: { content: string }[] };
}

// It comes without types.
const splitSms: SplitSms = require('split-sms');

export interface OracleCount {
  encoding: string;
  count: number;
}

/** What `split-sms` says of a text. */
export function countWithSplitSms(text: string): OracleCount & { parts: string[] } {
  const { characterSet, parts } = splitSms.split(text);
  return {
    encoding: characterSet === 'GSM' ? 'GSM-7' : 'UCS-2',
    count: parts.length,
    parts: parts.map((part) => part.content),
  };
}

/** What `sms-segments-calculator` says of a text. */
export function countWithSegmentsCalculator(text: string): OracleCount {
  const message = new SegmentedMessage(text);
  return { encoding: message.getEncodingName(), count: message.segmentsCount };
}
