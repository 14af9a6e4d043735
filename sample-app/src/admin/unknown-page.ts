import type {
  SmsQueueRecord,
  SmsQueueRecords,
  SmsQueueReport,
  SmsQueueUnknown,
} from 'nestjs-sms-gateway/queue';
import { escaped, pageOf } from '../pages/page.js';

/** What a person can do about a message that may have been sent, and what it risks. */
export const ACTIONS = {
  accepted: {
    label: 'It was accepted',
    risk: 'Notes this and sends nothing. If that is wrong, the person never gets the message.',
  },
  'not-sent': {
    label: 'It was not sent',
    risk: 'Notes this and sends nothing. If it was accepted, and you queue it again, the person gets it twice.',
  },
  resend: {
    label: 'Send it again',
    risk: 'Sends it now. If it was accepted before, the person gets it twice.',
  },
} as const;

export type UnknownAction = keyof typeof ACTIONS;

const CODES: Readonly<Record<string, string>> = {
  'worker-lost': 'The worker ended while it was sending.',
};

export interface UnknownPage {
  readonly messages: readonly SmsQueueUnknown[];
  readonly hasMore: boolean;
}

/** What the gateway said about one message, or why it could not be asked. */
export type LookedUp = SmsQueueRecords | { readonly problem: string };

const WARNING = `The reports and records below may belong to another message to the same number, and a missing one
does not prove that nothing was sent.`;

/** The page as HTML. It needs no script. */
export function unknownPage({ messages, hasMore }: UnknownPage): string {
  return pageOf({
    title: 'Unknown outcomes',
    main: `<h1>Messages that may have been sent</h1>
<p>Look each of them up at the gateway, then decide. Nothing is sent or settled until you do. ${WARNING}</p>
${messages.map((message) => article(message)).join('\n')}
${messages.length === 0 ? '<p class="box">There are none.</p>' : ''}
${hasMore ? `<p>There are more. They are shown once these ${messages.length} are settled.</p>` : ''}`,
  });
}

/** The page of one message that was looked up. */
export function lookedUpPage(message: SmsQueueUnknown, found: LookedUp): string {
  return pageOf({
    title: 'Looked up',
    main: `<h1>What the gateway recorded</h1>
<p>Nothing is sent or settled until you decide. ${WARNING}</p>
${article(message, found)}
<p><a href="/unknown">All messages that may have been sent</a></p>`,
  });
}

function lookedUp(found: LookedUp): string {
  if ('problem' in found) {
    return `<p><strong>The gateway could not be asked.</strong> ${escaped(found.problem)}</p>`;
  }
  const numbers = found.asked === 1 ? 'this number' : `${found.asked} of its numbers`;
  if (found.found.length === 0) {
    return `<p><strong>The gateway lists nothing for ${numbers}. That proves nothing:</strong> records can be late, and
some gateways list only today's.</p>`;
  }
  const items = found.found.map((each) => `<li>${recorded(each)}</li>`).join('\n');
  return `<p>Records for ${numbers}, of this message or of another one:</p>\n<ul>\n${items}\n</ul>`;
}

function recorded(record: SmsQueueRecord): string {
  const { recipient, state, at, submittedAt, sameText, transactionId } = record;
  return [
    `${escaped(state)}, to ${escaped(recipient)}`,
    submittedAt === undefined ? '' : `submitted ${time(submittedAt)}`,
    at === undefined ? '' : `last change ${time(at)}`,
    record.time === undefined ? '' : `time ${escaped(record.time)} in a zone that is not known`,
    sameText === undefined ? 'text not shown' : sameText ? 'the same text' : 'another text',
    transactionId === undefined ? '' : `transaction <code>${escaped(transactionId)}</code>`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What was reported for the message's numbers. */
function reported(reports: readonly SmsQueueReport[]): string {
  if (reports.length === 0) return '<p>There are no reports yet. That proves nothing.</p>';
  const items = reports.map(
    ({ transactionId, state, at }) =>
      `<li>${escaped(state)}, transaction <code>${escaped(transactionId)}</code>, ${time(at)}</li>`,
  );
  return `<p>Reports that may belong to this message or to another one:</p>\n<ul>\n${items.join('\n')}\n</ul>`;
}

function article(message: SmsQueueUnknown, found?: LookedUp): string {
  const { id, recipients, addedAt, outcome, reports } = message;
  const { code = 'unknown', reason } = outcome;
  const path = `/unknown/${encodeURIComponent(id)}`;
  return `<article class="box">
<h2>To ${escaped(recipients.join(', ') || 'an erased number')}</h2>
<p>Queued ${time(addedAt)}. Unknown since ${time(outcome.at)}.
${escaped(CODES[code] ?? '')} (${escaped(code)})${reason === undefined ? '' : ` ${escaped(reason)}`}<br>
Message <code>${escaped(id)}</code></p>
${reports ? reported(reports) : ''}
${found ? lookedUp(found) : ''}
<form method="post" action="${path}">
<p><button formaction="${path}/records">Look it up</button><br><span class="quiet">Asks the gateway what it
recorded for ${recipients.length > 1 ? 'its numbers' : 'its number'}. It decides nothing.</span></p>
${Object.entries(ACTIONS)
  .map(
    ([action, { label, risk }]) =>
      `<p><button name="action" value="${action}">${label}</button><br><span class="quiet">${risk}</span></p>`,
  )
  .join('\n')}
</form>
</article>`;
}

function time(ms: number): string {
  const text = new Date(ms).toISOString();
  return `<time datetime="${text}">${text.replace('T', ' ').slice(0, 19)} UTC</time>`;
}
