import FormData from 'form-data';
import type { CheckedMessage } from '../message/checked-message.js';

/** The body of a send, and the content type that names its boundary. */
export interface SendForm {
  readonly body: Buffer;
  readonly contentType: string;
}

/**
 * Encodes a message and the credentials as the send endpoint's multipart form (document, section
 * 2.3). Texts go in as they are, as UTF-8: nothing is percent-encoded.
 *
 * @param credentials the form fields that prove who we are, `userid` among them
 */
export function encodeSendForm(
  message: CheckedMessage,
  credentials: Readonly<Record<string, string>>,
): SendForm {
  const form = new FormData();
  const append = (name: string, value: string | undefined): void => {
    if (value !== undefined) form.append(name, value);
  };
  for (const name in credentials) append(name, credentials[name]);
  append('mobile', message.recipients.join(','));
  append('senderid', message.senderId);
  append('dltEntityId', message.dltEntityId);
  append('msg', message.text);
  append('sendMethod', 'quick');
  append('msgType', message.msgType);
  append('output', 'json');
  append('duplicatecheck', message.duplicateCheck ? 'true' : 'false');
  for (const name in message.fields) append(name, message.fields[name]);
  return {
    body: form.getBuffer(),
    contentType: `multipart/form-data; boundary=${form.getBoundary()}`,
  };
}
