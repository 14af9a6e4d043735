import { html, type View } from '../html.js';
import { counted, NUMBER } from '../logic/format.js';
import { go, place } from '../state/address.js';
import { found, listLength, ready, revision } from '../state/inbox.js';
import { showDialog } from './dialogs.js';
import { Icon } from './icons.js';
import { MessageList } from './message-list.js';

/** The list with its counts. */
export function ListPane(): View {
  void revision.value;
  const { total, unread } = found.value;
  const searching = place.value.search !== '';
  const empty = ready.value && listLength() === 0;
  return html`<section class="list-pane" aria-label="Inbox">
    <div class="list-head">
      <span class="counts" aria-live="off">
        ${
          ready.value &&
          html`<b
              >${counted(total, searching ? 'match' : 'message', searching ? 'matches' : 'messages')}</b
            >
            ${unread > 0 && html`<span class="unread-count">${NUMBER.format(unread)} unread</span>`}`
        }
      </span>
      <button class="button quiet" disabled=${total === 0} onClick=${() => showDialog('delete')}>
        <${Icon} name="trash" />Delete ${searching ? 'matches' : 'all'}
      </button>
    </div>
    ${
      empty
        ? html`<div class="list-empty">
            ${
              searching
                ? html`<p>No matches.</p>
                    <button class="button" onClick=${() => go({ search: '' })}>
                      Clear the search
                    </button>`
                : html`<p>Waiting for the first message.</p>`
            }
          </div>`
        : html`<${MessageList} />`
    }
  </section>`;
}
