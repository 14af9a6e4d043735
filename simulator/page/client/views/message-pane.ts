import { html, type View } from '../html.js';
import { shown } from '../logic/format.js';
import { curlFor } from '../logic/curl.js';
import { groupNumber } from '../logic/phone-number.js';
import { setRead } from '../state/actions.js';
import { closePane, place, searchNumber } from '../state/address.js';
import { BASE, type InboxMessage } from '../state/api.js';
import { accounts } from '../state/inbox.js';
import { opened } from '../state/opened.js';
import { toRow } from '../state/row-list.js';
import { settings } from '../state/settings.js';
import { fullTime } from '../state/times.js';
import { CopyButton, IconButton, PaneHead } from './buttons.js';
import { AnswerTab, RequestTab, TimelineTab, otherNotes, type Of } from './detail-tabs.js';
import { askToDelete } from './dialogs.js';
import { Given } from './given.js';
import { Badges } from './message-row.js';
import { MessageTab } from './message-tab.js';
import { OtherPane } from './other-pane.js';
import { SegmentsTab } from './segments-tab.js';
import { Tabs } from './tabs.js';

const VIEWS = {
  message: MessageTab,
  segments: SegmentsTab,
  request: RequestTab,
  answer: AnswerTab,
  timeline: TimelineTab,
} as const;

/** One message with all its details. */
export function MessagePane(): View {
  const current = opened.signal.value;
  if (current === null || current.state === 'reading') {
    return html`<${PaneHead} title="Message" />`;
  }
  if (current.state !== 'here') {
    return html`<${PaneHead} title="Message" />
      <div class="pane-empty">
        <p>This message is no longer in the inbox.</p>
        <button class="button" onClick=${closePane}>Back to the list</button>
      </div>`;
  }
  const { message } = current;
  if (message.kind !== 'send') return html`<${OtherPane} message=${message} />`;
  const { to, rejected, account } = message;
  const numbers = [...to, ...rejected];
  const segments = message.segments.count;
  return html`<${PaneHead}
      title=${groupNumber(numbers[0] ?? '') || 'no recipient'}
      more=${numbers.length > 1 ? `+${shown(numbers.length - 1)}` : undefined}
    >
      <${Actions} message=${message} />
    <//>
    <div class="facts">
      <span
        ><span class="label">From</span> <b><${Given} text=${message.senderId || 'no sender'} /></b
      ></span>
      ${
        accounts.value.length > 1 &&
        account !== '' &&
        html`<span
          ><span class="label">Account</span> <b><${Given} text=${account} /></b
        ></span>`
      }
      ${
        numbers.length > 1 &&
        html`<span>
          <span class="label">Recipients</span>${' '}
          <b>${recipientCounts(message)}</b>
        </span>`
      }
      <time datetime=${message.at}>${fullTime(message.at)}</time>
      ${
        numbers.length === 1 &&
        /^\d+$/.test(numbers[0] ?? '') &&
        html`<button class="text-button" onClick=${() => searchNumber(numbers[0] ?? '')}>
          All to this number
        </button>`
      }
      <${Badges} of=${{ ...toRow(message), report: undefined, rejected: 0 }} />
    </div>
    <${Tabs}
      counts=${{ segments: segments > 1 ? segments : 0, request: otherNotes(message).length }}
    />
    <div
      class="tab-panel scroll"
      id="tab-panel"
      role="tabpanel"
      aria-labelledby=${`tab-${place.value.tab}`}
      tabindex="0"
      key=${`${message.id}-${place.value.tab}`}
    >
      <${VIEWS[place.value.tab]} message=${message} />
    </div>`;
}

/** How many numbers were accepted or refused with the message, and how many were rejected. */
function recipientCounts({ status, to, rejected }: InboxMessage): string {
  const counts = [
    to.length > 0 && `${shown(to.length)} ${status}`,
    rejected.length > 0 && `${shown(rejected.length)} rejected`,
  ];
  return counts.filter((count) => count !== false).join(', ');
}

function Actions({ message }: Of): View {
  const { encoding, fields, notes } = message;
  // A file is not kept, so a send to the numbers in one cannot be repeated.
  const isToFile = !fields['mobile'] && notes.some((note) => note.includes(' came as a file '));
  return html`<div class="actions">
    ${
      message.otp !== null &&
      html`<${CopyButton}
        class="accent"
        icon="key"
        label="Copy code"
        what="Code"
        text=${() => message.otp ?? ''}
      />`
    }
    <${CopyButton} label="Copy text" what="Text" text=${() => message.text} />
    ${
      encoding !== 'unreadable' &&
      !isToFile &&
      html`<${CopyButton}
        icon="terminal"
        label="Copy curl"
        what="Command"
        text=${() => curlFor(message, BASE, settings.value?.openKey)}
      />`
    }
    <${IconButton}
      icon="mail"
      label="Mark unread"
      onClick=${() => void setRead(message.id, false)}
    />
    <${IconButton} icon="trash" label="Delete" onClick=${() => askToDelete(message.id)} />
  </div>`;
}
