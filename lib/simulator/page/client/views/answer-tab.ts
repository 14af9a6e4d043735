import { html, type View } from '../html.js';
import { prettyJson } from '../logic/pretty-json.js';
import type { InboxMessage } from '../types.js';
import { Code } from './buttons.js';
import { Icon } from './icons.js';

/** What was sent back. */
export function AnswerTab({ message }: { message: InboxMessage }): View {
  const { answer, fault, transactionId } = message;
  return html`${
    fault !== null &&
    html`<p class="fault-note">
      <${Icon} name="bolt" /><span>The fault <b>${fault}</b> struck this send.</span>
    </p>`
  }
  ${
    transactionId !== null &&
    html`<p>
      <span class="label">Transaction</span> <span class="number-left">${transactionId}</span>
    </p>`
  }
  ${
    answer === null
      ? html`<p class="hint">No answer was sent.</p>`
      : html`<p class="request-line">
            <b class=${answer.status < 400 ? 'method' : 'method bad'}>HTTP ${answer.status}</b>
          </p>
          <${Code} text=${prettyJson(answer.body)} what="Answer" />`
  }`;
}
