import type { SmsQueueDelivery, SmsQueueOutcome, SmsQueueUnknown } from 'nestjs-sms-gateway/queue';

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

/** A message that was unknown until reports settled it. */
export interface SettledMessage {
  readonly id: string;
  readonly recipients: readonly string[];
  readonly outcome: SmsQueueOutcome;
  readonly deliveries: readonly SmsQueueDelivery[];
}

export interface UnknownPage {
  readonly messages: readonly SmsQueueUnknown[];
  /** Those that were shown before, and that reports have settled. */
  readonly settled: readonly SettledMessage[];
  readonly hasMore: boolean;
}

/** The page as HTML. It needs no script. */
export function unknownPage({ messages, settled, hasMore }: UnknownPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Unknown outcomes</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid #999; border-radius: .5rem; padding: 0 1rem; margin: 1rem 0 }
  form p { margin: .5rem 0 } button { font: inherit; min-width: 11rem; margin-right: .5rem }
</style>
<h1>Messages that may have been sent</h1>
<p>Look each of them up in the gateway's reports before you decide. Only a report that proves that the
gateway took a message settles it before you do: reload the page to see it.</p>
${messages.map(article).join('\n')}
${messages.length === 0 ? '<p>There are none.</p>' : ''}
${hasMore ? `<p>There are more. They are shown once these ${messages.length} are settled.</p>` : ''}
${settled.length > 0 ? `<h1>Settled by reports</h1>\n${settled.map(settledArticle).join('\n')}` : ''}
</html>
`;
}

function settledArticle({ id, recipients, outcome, deliveries }: SettledMessage): string {
  return `<article>
<h2>To ${escaped(recipients.join(', ') || 'an erased number')}</h2>
<p>Accepted, as known since ${time(outcome.at)} by transaction ${escaped(outcome.transactionIds?.join(', ') ?? '')}.<br>
${deliveries.map(delivery).join('<br>\n') || 'Which of them was delivered is not known.'}<br>
Message <code>${escaped(id)}</code></p>
</article>`;
}

function delivery({ recipient, state, cause, code, conflict, at }: SmsQueueDelivery): string {
  const why = [cause, code && `code ${code}`, conflict && 'also reported as failed'].filter(
    Boolean,
  );
  return `${escaped([`${recipient}: ${state}`, ...why].join(', '))}, ${time(at)}`;
}

/** What reports say so far. */
function evidence({ came, of }: NonNullable<SmsQueueUnknown['reports']>): string {
  const sends = of === 1 ? 'this send' : `${of} sends of unknown outcome to this number`;
  return `<p>Reports: ${came} of ${of}. ${
    came === 0
      ? 'None has come that may be of it. That proves nothing.'
      : `${came === 1 ? 'One has' : `${came} have`} come that may be of ${sends}.`
  }</p>`;
}

function article({ id, recipients, addedAt, outcome, reports }: SmsQueueUnknown): string {
  const { code = 'unknown', reason } = outcome;
  return `<article>
<h2>To ${escaped(recipients.join(', ') || 'an erased number')}</h2>
<p>Queued ${time(addedAt)}. Unknown since ${time(outcome.at)}.
${escaped(CODES[code] ?? '')} (${escaped(code)})${reason === undefined ? '' : ` ${escaped(reason)}`}<br>
Message <code>${escaped(id)}</code></p>
${reports ? evidence(reports) : ''}
<form method="post" action="/unknown/${encodeURIComponent(id)}">
${Object.entries(ACTIONS)
  .map(
    ([action, { label, risk }]) =>
      `<p><button name="action" value="${action}">${label}</button> ${risk}</p>`,
  )
  .join('\n')}
</form>
</article>`;
}

function time(ms: number): string {
  const text = new Date(ms).toISOString();
  return `<time datetime="${text}">${text.replace('T', ' ').slice(0, 19)} UTC</time>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
