import type { InboxMessage } from '../../../inbox/inbox-message.js';
import { hiddenCharacters } from './hidden-characters.js';

/** A hidden character in one part of a message. */
export interface HiddenIn {
  /** `text`, `sender id`, `field note` and the like. */
  readonly where: string;
  readonly character: string;
  readonly times: number;
}

/** The properties of a message that are searched. */
export type Searched = Pick<InboxMessage, 'text' | 'senderId' | 'account' | 'rejected' | 'fields'>;

// What is already in the other parts.
const KNOWN = new Set(['userid', 'senderid', 'mobile', 'msg', 'sms']);

/** The hidden characters of a message, in the order of its parts. */
export function hiddenFields({ text, senderId, account, rejected, fields }: Searched): HiddenIn[] {
  const others = Object.entries(fields).filter(([name]) => !KNOWN.has(name));
  const parts: [where: string, text: string][] = [
    ['text', text],
    ['sender id', senderId],
    ['user id', account],
    ['recipients', rejected.join('\n')],
    ...others.map(([name, value]): [string, string] => [`field ${name}`, `${name}\n${value}`]),
  ];
  return parts.flatMap(([where, searched]) =>
    [...Map.groupBy(hiddenCharacters(searched), ({ character }) => character)].map(
      ([character, { length: times }]) => ({ where, character, times }),
    ),
  );
}
