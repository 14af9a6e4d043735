import { html, type View } from '../html.js';
import { counted, shown } from '../logic/format.js';
import { hasTerm, setTerm, toggleTerm, valueOf } from '../logic/terms.js';
import { setAllRead } from '../state/actions.js';
import { go, place } from '../state/address.js';
import {
  accounts,
  foundCounts,
  keptCounts,
  listLength,
  problemOfSearch,
  ready,
  revision,
} from '../state/inbox.js';
import { selected } from '../state/selection.js';
import { timeZone } from '../state/times.js';
import { showDialog } from './dialogs.js';
import { SelectionBar, action } from './list-actions.js';
import { MessageList } from './message-list.js';

const FILTERS = [
  ['Unread', 'is:unread'],
  ['OTP', 'is:otp'],
  ['Refused', 'is:refused'],
  ['Fault', 'is:fault'],
] as const;

/** Hides logins and other requests. */
const ONLY_SENDS = 'is:send';

/** The list with its counts, actions and filters. */
export function ListPane(): View {
  void revision.value;
  const searching = place.value.search !== '';
  const empty = ready.value && listLength() === 0;
  return html`<section class="list-pane" aria-label="Inbox">
    ${selected.value.size > 0 ? html`<${SelectionBar} />` : listHead()}
    <${Filters} />
    <p id="search-problem" class="search-problem" role="status">${problemOfSearch.value}</p>
    ${
      empty
        ? html`<div class="list-empty">
            ${
              searching
                ? html`${problemOfSearch.value === '' && html`<p>No matches.</p>`}
                    <button class="button" onClick=${() => go({ search: '' })}>
                      Clear the search
                    </button>`
                : html`<p>Waiting for the first message.</p>`
            }
          </div>`
        : html`<${MessageList} />`
    }
    <p class="zone">Times are in ${timeZone.value}</p>
  </section>`;
}

function listHead(): View {
  const { total, unread, others } = foundCounts.value;
  const searching = place.value.search !== '';
  const nothing = total + others === 0 || problemOfSearch.value !== '';
  return html`<div class="list-head">
    <span class="counts" aria-live="off">
      ${
        ready.value &&
        problemOfSearch.value === '' &&
        html`<b
            >${counted(total, searching ? 'match' : 'message', searching ? 'matches' : 'messages')}</b
          >
          ${unread > 0 && html`<span class="unread-count">${shown(unread)} unread</span>`}`
      }
    </span>
    ${action('read', 'Mark all read', nothing || unread === 0, () => void setAllRead())}
    ${action('download', 'Export', nothing, () => showDialog('export'))}
    ${action('trash', searching ? 'Delete matches' : 'Delete all', nothing, () =>
      showDialog('delete'),
    )}
  </div>`;
}

/** Terms of the search that can be switched on and off. */
function Filters(): View {
  const { search } = place.value;
  const others = keptCounts.value?.others ?? 0;
  const hides = hasTerm(search, ONLY_SENDS);
  const chip = (label: string, term: string, on = hasTerm(search, term), title = term) =>
    html`<button
      class="chip"
      key=${term}
      title=${title}
      aria-pressed=${on ? 'true' : 'false'}
      onClick=${() => go({ search: toggleTerm(search, term) })}
    >
      ${label}
    </button>`;
  return html`<div class="filters" role="group" aria-label="Filters">
    ${FILTERS.map(([label, term]) => chip(label, term))}
    ${
      (hides || (search === '' && others > 0)) &&
      chip(counted(others, 'request'), ONLY_SENDS, !hides, 'Show logins and other requests')
    }
    ${
      accounts.value.length > 1 &&
      html`<select
        class="chip"
        aria-label="Account"
        value=${valueOf(search, 'account')}
        onChange=${(event: Event) =>
          go({ search: setTerm(search, 'account', (event.target as HTMLSelectElement).value) })}
      >
        <option value="">Accounts</option>
        ${accounts.value.map((account) => html`<option value=${account}>${account}</option>`)}
      </select>`
    }
  </div>`;
}
