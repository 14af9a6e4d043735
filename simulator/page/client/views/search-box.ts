import { useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { go, place } from '../state/address.js';
import { enterList } from '../state/cursor.js';
import { problemOfSearch } from '../state/inbox.js';
import { IconButton } from './buttons.js';
import { Icon } from './icons.js';

/** The search. It is in the address while it is typed. */
export function SearchBox(): View {
  const typing = useRef(false);
  const search = (text: string) => {
    // The back button removes the whole search, not its last letter.
    go({ search: text }, typing.current ? 'replace' : 'push');
    typing.current = true;
  };
  return html`<div class="search" role="search">
    <${Icon} name="search" />
    <input
      id="search"
      type="text"
      aria-label="Search messages"
      placeholder="Search text, to:98765, from:ACME, is:otp"
      autocomplete="off"
      spellcheck=${false}
      value=${place.value.search}
      aria-invalid=${problemOfSearch.value === '' ? undefined : 'true'}
      aria-describedby="search-problem"
      onInput=${(event: InputEvent) => search((event.target as HTMLInputElement).value)}
      onBlur=${() => {
        typing.current = false;
      }}
      onKeyDown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        enterList();
      }}
    />
    ${
      place.value.search === ''
        ? html`<kbd>/</kbd>`
        : html`<${IconButton}
            icon="close"
            label="Clear the search"
            onClick=${() => {
              go({ search: '' });
              document.getElementById('search')?.focus();
            }}
          />`
    }
  </div>`;
}
