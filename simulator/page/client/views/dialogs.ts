import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { counted } from '../logic/format.js';
import { groupNumber } from '../logic/phone-number.js';
import { remove, removeAll } from '../state/actions.js';
import { exportAddress } from '../state/api.js';
import { rows } from '../state/inbox.js';
import { target, type Target } from '../state/selection.js';
import { Given } from './given.js';

const KEYS = [
  ['/', 'Go to the search'],
  ['Enter or ↓', 'In the search: go to the list'],
  ['↓ ↑ or j k', 'Next message, previous message'],
  ['g G, Home End', 'First message, last message'],
  ['PgDn PgUp', 'One page down, one page up'],
  ['Enter', 'Open the message'],
  ['c', 'Copy its code, or its text if it has none'],
  ['x', 'Select or deselect it; also Ctrl+click'],
  ['Shift ↓ ↑, J K', 'Select several; also Shift+click'],
  ['t', 'Search for everything sent to its number'],
  ['r, u', 'Mark it, or the selected ones, as read, as unread'],
  ['e', 'Export what is selected'],
  ['Delete or #', 'Delete it, or the selected ones (asks first)'],
  ['← →', 'On a tab: the tab before, the next tab'],
  ['Esc', 'Leave the field, end the selection, close the message, or clear the search'],
  ['?', 'Show this help'],
] as const;

const TERMS = [
  ['code, +91 98765', 'in the text, sender, numbers or transaction id'],
  ['"your code"', 'an exact phrase'],
  ['to:98765', 'in a number'],
  ['from:DEMO', 'in the sender'],
  ['text:code', 'in the text'],
  ['account:demo', 'sent with this user id'],
  ['fault:429', 'a fault that was triggered'],
  ['segments:>1', 'number of segments; also >= < <= ='],
  ['after:2026-03-17T14:30', 'came then or later; a date is enough'],
  ['before:2026-03-18', 'came earlier'],
  ['id:1773757867480001', 'the message with this id; several with commas'],
  ['is:unread, is:read', 'by what you have opened'],
  ['is:accepted, is:refused', 'by the answer'],
  ['is:otp, is:scheduled', 'has a code, or a time to be sent at'],
  ['is:fault, is:duplicate, is:rejected', 'a fault, a repeated send, a rejected number'],
  ['is:send', 'no logins and other requests'],
  ['is:login, is:other', 'only logins, or only other requests'],
  ['-is:otp', 'a minus negates a term'],
] as const;

type Shown = 'help' | 'delete' | 'export' | { readonly remove: string };

const shownDialog = signal<Shown | null>(null);

export function showDialog(name: 'help' | 'delete' | 'export'): void {
  shownDialog.value = name;
}

/** Asks whether to delete a message, because a button or a key is easily pressed by accident. */
export function askToDelete(id: string): void {
  shownDialog.value = { remove: id };
}

const DIALOGS = {
  help: ['Shortcuts and search', Help],
  export: ['Export messages', Export],
  delete: ['Delete messages', ConfirmDelete],
} as const;

/** The open dialog, if there is one. */
export function Dialogs(): View {
  const open = shownDialog.value;
  if (open === null) return null;
  const [label, content] =
    typeof open === 'string' ? DIALOGS[open] : ['Delete message', ConfirmRemove];
  return html`<${Dialog} key=${label} label=${label}>
    <${content} id=${typeof open === 'string' ? undefined : open.remove} />
  <//>`;
}

function close(): void {
  shownDialog.value = null;
}

function Dialog({ label, children }: { label: string; children?: unknown }): View {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // The browser keeps the focus inside, and restores it afterwards.
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // At once, because the browser says only later that it is closed: a key in between would be lost.
  const end = (event: Event): void => {
    event.preventDefault();
    dialog.current?.close();
    close();
  };
  return html`<dialog
    ref=${dialog}
    class="dialog"
    aria-label=${label}
    onCancel=${end}
    onSubmit=${end}
    onClose=${() => {
      if (dialog.current !== null) close();
    }}
    onClick=${(event: MouseEvent) => {
      if (event.target === dialog.current) dialog.current?.close();
    }}
  >
    <div class="dialog-body">${children}</div>
  </dialog>`;
}

function Help(): View {
  return html`<div class="help">
      <section>
        <h2 tabindex="-1" autofocus>Keyboard shortcuts</h2>
        ${definitions('kbd', KEYS)}
      </section>
      <section>
        <h2>Search</h2>
        ${definitions('code', TERMS)}
      </section>
    </div>
    <form method="dialog" class="dialog-actions">
      <button class="button">Close</button>
    </form>`;
}

function definitions(tag: string, list: readonly (readonly [string, string])[]): View {
  return html`<dl class="help-list">
    ${list.map(
      ([term, meaning]) =>
        html`<div>
          <dt><${tag}>${term}<//></dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>`;
}

// A selection is as it was when the dialog opened: if it ended meanwhile, everything would be meant.
function useTarget(): Target {
  const first = useRef(target()).current;
  return first.several ? first : target();
}

function scope(
  { several, search }: Target,
  all: string,
  these: string,
  matches: string,
): View | string {
  if (several) return these;
  return search === ''
    ? all
    : html`<span
        >${matches} <code><${Given} text=${search} /></code
      ></span>`;
}

/** How many messages or matches, and how many other requests. */
function inWords({ several, search, count, others }: Target): string {
  const parts = [
    (count > 0 || others === 0) &&
      (several || search === '' ? counted(count, 'message') : counted(count, 'match', 'matches')),
    others > 0 && counted(others, 'other request'),
  ];
  return parts.filter((part) => part !== false).join(' and ');
}

function Export(): View {
  const chosenTarget = useTarget();
  const { search, several } = chosenTarget;
  const link = (format: 'json' | 'csv') =>
    html`<a
      class="button strong"
      href=${exportAddress(format, search)}
      download=${`sms-inbox.${format}`}
      onClick=${close}
      >${format.toUpperCase()}</a
    >`;
  return html`<h2>Export ${inWords(several ? chosenTarget : { ...chosenTarget, others: 0 })}</h2>
    <p>
      ${scope(chosenTarget, 'Everything in the inbox', 'The selected messages', 'All matches of')},
      with texts and numbers in full.
    </p>
    <div class="dialog-actions">
      <button class="button" onClick=${close}>Cancel</button>
      ${link('csv')} ${link('json')}
    </div>`;
}

function ConfirmDelete(): View {
  const chosenTarget = useTarget();
  const what = inWords(chosenTarget);
  const act = () => {
    close();
    void removeAll(chosenTarget, what);
  };
  return html`<h2>Delete ${what}?</h2>
    <p>
      ${scope(chosenTarget, 'This empties the inbox.', 'This deletes the selected messages.', 'This deletes all matches of')}${' '}
      It cannot be undone.
    </p>
    <div class="dialog-actions">
      <button class="button" autofocus onClick=${close}>Keep</button>
      <button class="button danger" onClick=${act}>Delete ${what}</button>
    </div>`;
}

function ConfirmRemove({ id }: { id: string }): View {
  const row = rows.at(rows.indexOf(id));
  const act = () => {
    close();
    void remove(id);
  };
  return html`<h2>
      Delete this ${row === undefined || row.kind === 'send' ? 'message' : 'request'}?
    </h2>
    <p dir="auto" class="quoted">
      ${row !== undefined && html`<b><${Given} text=${groupNumber(row.to)} /></b> <${Given} text=${row.start} />`}
    </p>
    <div class="dialog-actions">
      <button class="button" autofocus onClick=${close}>Keep</button>
      <button class="button danger" onClick=${act}>Delete</button>
    </div>`;
}
