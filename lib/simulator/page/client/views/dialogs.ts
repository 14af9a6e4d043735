import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { counted } from '../logic/format.js';
import { place } from '../state/address.js';
import { deleteMessages } from '../state/api.js';
import { found } from '../state/inbox.js';
import { report, say } from '../state/notices.js';

const KEYS = [
  ['/', 'Search'],
  ['j', 'Next message'],
  ['k', 'Previous message'],
  ['Enter', 'Open'],
  ['Esc', 'Back, or clear the search'],
  ['?', 'Show this help'],
] as const;

const TERMS = [
  ['code', 'in the text, sender, numbers or transaction'],
  ['"your code"', 'an exact phrase'],
  ['to:98765', 'in a number'],
  ['from:DEMO', 'in the sender'],
  ['text:code', 'in the text'],
  ['status:refused', 'or accepted'],
  ['segments:>1', 'number of segments; also >= < <= ='],
  ['is:unread', 'or read, otp, duplicate, rejected'],
  ['-is:otp', 'a minus negates a term'],
] as const;

const shown = signal<'help' | 'delete' | null>(null);

export function showDialog(name: 'help' | 'delete'): void {
  shown.value = name;
}

/** The open dialog, if there is one. */
export function Dialogs(): View {
  switch (shown.value) {
    case 'help':
      return html`<${Dialog} label="Keys and search"><${Help} /><//>`;
    case 'delete':
      return html`<${Dialog} label="Delete messages"><${ConfirmDelete} /><//>`;
    default:
      return null;
  }
}

function close(): void {
  shown.value = null;
}

function Dialog({ label, children }: { label: string; children?: unknown }): View {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // The browser keeps the focus inside, and restores it afterwards.
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return html`<dialog
    ref=${dialog}
    class="dialog"
    aria-label=${label}
    onClose=${close}
    onClick=${(event: MouseEvent) => {
      if (event.target === dialog.current) dialog.current?.close();
    }}
  >
    <div class="dialog-body">${children}</div>
  </dialog>`;
}

function Help(): View {
  return html`<h2>Keys</h2>
    ${definitions('kbd', KEYS)}
    <h2>Search</h2>
    ${definitions('code', TERMS)}
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

function ConfirmDelete(): View {
  const { search } = place.value;
  const what = counted(found.value.total, 'message');
  const act = async () => {
    close();
    try {
      await deleteMessages(search);
      say(`${what} deleted.`);
    } catch (error) {
      report(error);
    }
  };
  return html`<h2>Delete ${what}?</h2>
    <p>
      ${
        search === ''
          ? 'The inbox will be empty. This cannot be undone.'
          : html`All matches of <code>${search}</code> will be deleted. This cannot be undone.`
      }
    </p>
    <div class="dialog-actions">
      <button class="button" autofocus onClick=${close}>Keep</button>
      <button class="button danger" onClick=${() => void act()}>Delete ${what}</button>
    </div>`;
}
