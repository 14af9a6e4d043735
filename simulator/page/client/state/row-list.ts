import { hidesCharacters } from '../logic/hidden-characters.js';
import { reportFate } from '../logic/report-fate.js';
import type { InboxMessage } from './api.js';

/** What the list keeps of a message. Little, because there can be very many. */
export interface Row extends Pick<
  InboxMessage,
  | 'id'
  | 'kind'
  | 'at'
  | 'status'
  | 'account'
  | 'refusal'
  | 'scheduledFor'
  | 'senderId'
  | 'otp'
  | 'duplicate'
  | 'fault'
  | 'read'
> {
  /** The first recipient. */
  readonly to: string;
  /** The number of further recipients. */
  readonly moreRecipients: number;
  readonly rejected: number;
  /** Whether something invisible makes it look like another message. */
  readonly hidden: boolean;
  /** The beginning of the text. */
  readonly start: string;
  readonly encoding: InboxMessage['segments']['encoding'];
  readonly segments: number;
  readonly report: string | undefined;
  /** The worst that happened to it for any recipient; undefined unless it failed or expired. */
  readonly trouble: 'failed' | 'expired' | undefined;
}

export function toRow(message: InboxMessage): Row {
  const { id, kind, at, status, account, refusal, scheduledFor, senderId, otp } = message;
  const { duplicate, fault, read, segments, rejected } = message;
  const copiedFields = { id, kind, at, status, account, refusal, scheduledFor, senderId, otp };
  const fates = new Set(message.deliveries.map((delivery) => delivery.status));
  const numbers = [...message.to, ...rejected];
  return {
    ...copiedFields,
    duplicate,
    fault,
    read,
    to: numbers[0] ?? '',
    moreRecipients: Math.max(0, numbers.length - 1),
    rejected: rejected.length,
    hidden: [senderId, account, message.text].some(hidesCharacters),
    start: (kind === 'send' ? message.text : describeOther(message)).slice(0, 140),
    encoding: segments.encoding,
    segments: segments.count,
    report: reportFate(message),
    trouble: fates.has('failed') ? 'failed' : fates.has('expired') ? 'expired' : undefined,
  };
}

/** A login or another request in one line. */
function describeOther(message: InboxMessage): string {
  const { kind, method, path, account, refusal } = message;
  const what = kind === 'login' ? `Login${account && ` of ${account}`}` : `${method} ${path}`;
  const { reason } = refusal ?? { reason: kind === 'login' ? 'accepted' : '' };
  const why = reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/, '');
  return why === '' ? what : `${what} – ${why}`;
}

/** Heights of a row with two lines and with one, as in the style sheet. */
const ROW = 50;
const LINE = 30;

/** Rows without gaps, newest first. */
export class RowList {
  #rows: Row[] = [];
  /** Where each row begins, and where the last one ends; undefined after a change. */
  #edges: readonly number[] | undefined;

  get length(): number {
    return this.#rows.length;
  }

  at(index: number): Row | undefined {
    return this.#rows[index];
  }

  /** The position of a message, or -1. */
  indexOf(id: string): number {
    const index = this.positionOf(id);
    return this.#rows[index]?.id === id ? index : -1;
  }

  /** How far below the start of the list a row begins. Those that have not been read count as messages. */
  top(index: number): number {
    const read = Math.min(index, this.length);
    return (this.edges()[read] ?? 0) + (index - read) * ROW;
  }

  /** The row at a distance from the start of the list. */
  indexAt(top: number): number {
    const { length } = this;
    const beyond = Math.floor((top - this.top(length)) / ROW);
    if (beyond >= 0) return length + beyond;
    return Math.max(0, firstIndex(length, (index) => this.top(index) > top) - 1);
  }

  /** Inserts a row, or replaces the one with its id. Returns the replaced one. */
  put(row: Row): Row | undefined {
    const index = this.positionOf(row.id);
    const isSameRow = this.#rows[index]?.id === row.id;
    this.#edges = undefined;
    const [old] = this.#rows.splice(index, isSameRow ? 1 : 0, row);
    return old;
  }

  remove(id: string): Row | undefined {
    const index = this.indexOf(id);
    this.#edges = undefined;
    return index === -1 ? undefined : this.#rows.splice(index, 1)[0];
  }

  /** Keeps the newest rows only. */
  trim(length: number): void {
    this.#edges = undefined;
    this.#rows.splice(length);
  }

  /** The position of a message, known or not: how many are newer. Ids grow with time. */
  positionOf(id: string): number {
    return firstIndex(this.length, (index) => (this.#rows[index]?.id ?? '') <= id);
  }

  private edges(): readonly number[] {
    let end = 0;
    this.#edges ??= [0, ...this.#rows.map(({ kind }) => (end += kind === 'send' ? ROW : LINE))];
    return this.#edges;
  }
}

/** The first index from which on something holds; `length` if there is none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
