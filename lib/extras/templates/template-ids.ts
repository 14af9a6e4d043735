import type { Invalid } from '../../core/common/value-checks.js';
import { readVisible } from '../../core/message/message-fields.js';
import { readRegisteredId } from '../../core/message/registered-id.js';
import type { SmsTemplateIds } from '../../core/message/sms-message.js';

const READERS = {
  dltTemplateId: readRegisteredId,
  dltEntityId: readRegisteredId,
  senderId: readVisible,
};

type Ids = SmsTemplateIds & { dltTemplateId: string };

/** What a template adds to a message, as it is sent; or why one of these cannot be sent. */
export function readIds(given: SmsTemplateIds): Ids | Invalid {
  const ids: Ids = { dltTemplateId: '' };
  for (const key of ['dltTemplateId', 'dltEntityId', 'senderId'] as const) {
    const value = given[key];
    if (value === undefined && key !== 'dltTemplateId') continue;
    const read = READERS[key](value);
    if (typeof read !== 'string') return { issue: `has a ${key} that ${read.issue}` };
    ids[key] = read;
  }
  return ids;
}
