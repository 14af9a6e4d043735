import { closePane, go, isPaneOpen, place } from './state/address.js';
import { moveBy, openCursor } from './state/cursor.js';
import { showDialog } from './views/dialogs.js';

/** Handles keys, wherever the focus is. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.isComposing || document.querySelector('dialog[open]') !== null) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') leaveField(event.target);
      return;
    }
    if (act(event)) event.preventDefault();
  });
}

function act({ key, target }: KeyboardEvent): boolean {
  switch (key) {
    case '/':
      focusSearch();
      return true;
    case 'j':
      moveBy(1);
      return true;
    case 'k':
      moveBy(-1);
      return true;
    case '?':
      showDialog('help');
      return true;
    case 'Escape':
      stepBack();
      return true;
    case 'Enter':
      if (isPressable(target)) return false;
      openCursor();
      return true;
    default:
      return false;
  }
}

function stepBack(): void {
  if (isPaneOpen()) closePane();
  else if (place.value.search !== '') go({ search: '' });
}

function leaveField(field: HTMLElement): void {
  if (field.id === 'search' && place.value.search !== '') go({ search: '' });
  else field.blur();
}

function focusSearch(): void {
  const field = document.getElementById('search');
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

function isTyping(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
  );
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('button, a, input, summary');
}
