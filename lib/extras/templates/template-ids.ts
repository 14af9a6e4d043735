import { dropIgnorable } from '../../core/common/characters.js';
import type { Invalid } from '../../core/common/value-checks.js';
import { readVisible } from '../../core/message/message-fields.js';
import { readRegisteredId } from '../../core/message/registered-id.js';
import type { SmsTemplateIds } from '../../core/message/sms-message.js';

const READERS = {
  dltTemplateId: readRegisteredId,
  dltEntityId: readRegisteredId,
  senderId: readHeaders,
};

type Ids = SmsTemplateIds & { dltTemplateId: string };

/** The headers of a template: one, or several separated by commas, semicolons or `|`. */
export function headersOf(senderId: string): readonly string[] {
  const headers = dropIgnorable(senderId).split(/\s*[,;|]\s*/);
  return [...new Set(headers.filter(Boolean))];
}

/**
 * The values that a template adds to a message, as they are sent, or why one of them cannot be sent.
 *
 * @param nameOf what the user calls a value
 */
export function readIds(templateIds: SmsTemplateIds, nameOf = (key: string) => key): Ids | Invalid {
  const ids: Ids = { dltTemplateId: '' };
  for (const key of ['dltTemplateId', 'dltEntityId', 'senderId'] as const) {
    const value = templateIds[key];
    if (value === undefined && key !== 'dltTemplateId') continue;
    const read = READERS[key](value);
    if (typeof read !== 'string') return { issue: `has a ${nameOf(key)} that ${read.issue}` };
    // If there are several headers, the message or the defaults name one.
    if (read !== '') ids[key] = read;
  }
  return ids;
}

/** The only header; empty if there are several. */
function readHeaders(value: unknown): string | Invalid {
  if (typeof value !== 'string') return readVisible(value);
  const read = headersOf(value).map(readVisible);
  const wrong = read.find((header) => typeof header !== 'string');
  return wrong ?? (read.length > 1 ? '' : (read[0] ?? readVisible('')));
}
