import type { SmsQueueReport, SmsQueueUnknown } from 'nestjs-sms-gateway/queue';
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

/** The page as HTML. It needs no script. */
export function unknownPage({ messages, hasMore }: UnknownPage): string {
  return pageOf({
    title: 'Unknown outcomes',
    main: `<h1>Messages that may have been sent</h1>
<p>Look each of them up at the gateway before you decide. Nothing is decided without you. The reports below came
for the message's numbers since it was queued. They may belong to another message to the same number, and a missing
report does not prove that nothing was sent.</p>
${messages.map(article).join('\n')}
${messages.length === 0 ? '<p class="box">There are none.</p>' : ''}
${hasMore ? `<p>There are more. They are shown once these ${messages.length} are settled.</p>` : ''}`,
  });
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

function article({ id, recipients, addedAt, outcome, reports }: SmsQueueUnknown): string {
  const { code = 'unknown', reason } = outcome;
  return `<article class="box">
<h2>To ${escaped(recipients.join(', ') || 'an erased number')}</h2>
<p>Queued ${time(addedAt)}. Unknown since ${time(outcome.at)}.
${escaped(CODES[code] ?? '')} (${escaped(code)})${reason === undefined ? '' : ` ${escaped(reason)}`}<br>
Message <code>${escaped(id)}</code></p>
${reports ? reported(reports) : ''}
<form method="post" action="/unknown/${encodeURIComponent(id)}">
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
