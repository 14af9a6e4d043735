import type { SmsQueueCounts } from 'nestjs-sms-gateway/queue';
import { escaped, pageOf } from '../pages/page.js';

/** A row of the view `sms_gateway.message_state`. */
export interface MessageState {
  readonly id: string;
  readonly state: string;
  /** As PostgreSQL writes it, in UTC. */
  readonly added: string;
  readonly code: string | null;
}

export interface QueuesPage {
  readonly counts: SmsQueueCounts;
  /** The newest messages. Undefined if the store has no view of them. */
  readonly newest: readonly MessageState[] | undefined;
}

const COUNTED = [
  ['waiting', 'wait for a worker'],
  ['delayed', 'are due later'],
  ['sending', 'are being sent'],
  ['unknown', 'may have been sent'],
  ['finished', 'are accepted or not-sent'],
] as const;

/** The word of the simulator's inbox for the messages that end with these codes. */
const IN_THE_INBOX: Readonly<Record<string, string>> = {
  rejected: 'refused',
  'recipients-rejected': 'refused',
};

/** The page as HTML. It needs no script. */
export function queuesPage({ counts, newest }: QueuesPage): string {
  const items = COUNTED.map(
    ([state, meaning]) => `<li><strong>${counts[state]}</strong> ${meaning} (${state})</li>`,
  );
  const { oldest } = counts;
  return pageOf({
    title: 'Queue',
    main: `<h1>Messages in the queue</h1>
<ul class="box">
${items.join('\n')}
</ul>
${oldest === undefined ? '' : `<p>The oldest one that waits has been due for ${Math.round(oldest / 1000)} s.</p>`}
${counts.capped ? '<p>Some states have more messages than are counted here.</p>' : ''}
${newest ? newestMessages(newest) : ''}
<p><a href="/unknown">Messages that may have been sent</a></p>`,
  });
}

function newestMessages(rows: readonly MessageState[]): string {
  if (rows.length === 0) return '';
  const items = rows.map(
    ({ id, state, added, code }) =>
      `<li>${escaped(state)}${described(code)}, added ${escaped(added)} UTC<br>
<code class="quiet">${escaped(id)}</code></li>`,
  );
  return `<h2>The newest</h2>
<ul>
${items.join('\n')}
</ul>`;
}

/** Why a message has its state, after a code that the queue knows. */
function described(code: string | null): string {
  if (code === null) return '';
  const word = IN_THE_INBOX[code];
  return `${word === undefined ? '' : `, ${word}`} (${escaped(code)})`;
}
