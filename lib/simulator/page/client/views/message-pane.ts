import { html, type View } from '../html.js';
import { curlFor } from '../logic/curl.js';
import { fullTime } from '../logic/format.js';
import { closePane, openMessage, place } from '../state/address.js';
import { deleteMessage, markRead, type InboxMessage } from '../state/api.js';
import { listLength, rows } from '../state/inbox.js';
import { report, say } from '../state/notices.js';
import { opened } from '../state/opened.js';
import { toRow } from '../state/row-list.js';
import { CopyButton, IconButton, PaneHead } from './buttons.js';
import { AnswerTab, RequestTab, TimelineTab } from './detail-tabs.js';
import { Badges } from './message-row.js';
import { MessageTab } from './message-tab.js';
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
        <p>This message is no longer kept.</p>
        <button class="button" onClick=${closePane}>Back to the list</button>
      </div>`;
  }
  const { message } = current;
  const numbers = [...message.to, ...message.rejected];
  return html`<${PaneHead} title=${numbers[0] ?? 'no recipient'}>
      <${Actions} message=${message} />
    <//>
    <div class="facts">
      <span><span class="label">From</span> <b>${message.senderId || 'no sender'}</b></span>
      ${
        numbers.length > 1 &&
        html`<span><span class="label">Recipients</span> <b>${numbers.length}</b></span>`
      }
      <time datetime=${message.at}>${fullTime(message.at)}</time>
      <${Badges} of=${{ ...toRow(message), otp: null }} />
    </div>
    <${Tabs} counts=${{ segments: message.segments.count, request: message.notes.length }} />
    <div
      class="tab-panel"
      id="tab-panel"
      role="tabpanel"
      aria-labelledby=${`tab-${place.value.tab}`}
      tabindex="0"
      key=${`${message.id}-${place.value.tab}`}
    >
      <${VIEWS[place.value.tab]} message=${message} />
    </div>`;
}

function Actions({ message }: { message: InboxMessage }): View {
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
      message.encoding !== 'unreadable' &&
      html`<${CopyButton}
        icon="terminal"
        label="Copy curl"
        what="Command"
        text=${() => curlFor(message, location.origin)}
      />`
    }
    <${IconButton} icon="mail" label="Mark unread" onClick=${() => void markUnread(message.id)} />
    <${IconButton} icon="trash" label="Delete" onClick=${() => void remove(message.id)} />
  </div>`;
}

async function markUnread(id: string): Promise<void> {
  try {
    await markRead(id, false);
    closePane();
    say('Marked unread.');
  } catch (error) {
    report(error);
  }
}

// Opens the next message afterwards, like mail programs do.
async function remove(id: string): Promise<void> {
  const index = rows.indexOf(id);
  try {
    await deleteMessage(id);
    say('Message deleted.');
  } catch (error) {
    report(error);
    return;
  }
  const here = rows.at(index);
  const next = here?.id === id ? rows.at(index + 1) : here;
  if (index === -1 || next === undefined || listLength() === 0) closePane();
  else openMessage(next.id, 'replace');
}
