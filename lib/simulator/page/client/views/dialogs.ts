import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { ConfirmDelete } from './confirm-delete.js';
import { HelpDialog } from './help-dialog.js';

type DialogName = 'help' | 'delete';

const shown = signal<DialogName | null>(null);

export function showDialog(name: DialogName): void {
  shown.value = name;
}

/** The dialog that is open, if any. */
export function Dialogs(): View {
  switch (shown.value) {
    case 'help':
      return html`<${Dialog} label="Keys and search"><${HelpDialog} /><//>`;
    case 'delete':
      return html`<${Dialog} label="Delete messages"><${ConfirmDelete} onDone=${close} /><//>`;
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
    // The browser keeps the focus inside and gives it back afterwards.
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
