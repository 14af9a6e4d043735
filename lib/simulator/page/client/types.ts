import type { FaultState } from '../../faults/fault-plan.js';
import type { FaultName } from '../../faults/fault.js';
import type { InboxMessage } from '../../inbox/inbox-message.js';

export type { InboxMessage };

/** What `GET /api/messages` answers. */
export interface MessagePage {
  readonly messages: readonly InboxMessage[];
  readonly total: number;
  readonly unread: number;
  readonly next: string | null;
}

/** What `GET /api/faults` and the event `faults` say. */
export interface FaultReport extends FaultState {
  readonly known: readonly FaultName[];
  readonly magic: Readonly<Record<string, FaultName>>;
}

/** A change of the inbox. */
export type InboxChange =
  | { readonly type: 'added' | 'updated'; readonly message: InboxMessage }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'cleared' };
