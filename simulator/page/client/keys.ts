import { copyBest, currentId, searchNumberOf, setRead, setSelectedRead } from './state/actions.js';
import { closePane, go, isPaneOpen, place } from './state/address.js';
import { cursor, moveBy, moveTo, openCursor } from './state/cursor.js';
import { clearSelection, selectBy, selected, toggleSelected } from './state/selection.js';
import { askToDelete, showDialog } from './views/dialogs.js';

const MOVES: Readonly<Record<string, () => void>> = {
  j: () => moveBy(1),
  k: () => moveBy(-1),
  ArrowDown: () => moveBy(1),
  ArrowUp: () => moveBy(-1),
  g: () => moveTo(0),
  G: () => moveTo(Infinity),
  x: selectCursor,
  J: () => selectBy(1),
  K: () => selectBy(-1),
};

// Those of the selected messages, while there are any.
const SELECTION_ACTIONS: Readonly<Record<string, () => void>> = {
  r: () => void setSelectedRead(true),
  u: () => void setSelectedRead(false),
  e: () => showDialog('export'),
  Delete: () => showDialog('delete'),
  '#': () => showDialog('delete'),
};

const ACTIONS: Readonly<Record<string, (id: string) => void>> = {
  c: (id) => void copyBest(id),
  t: searchNumberOf,
  r: (id) => void setRead(id, true),
  u: (id) => void setRead(id, false),
  Delete: askToDelete,
  '#': askToDelete,
};

/** Handles keys, wherever the focus is. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.isComposing || document.querySelector('dialog[open]') !== null) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    if (act(event)) event.preventDefault();
  });
}

function act({ key, shiftKey, target }: KeyboardEvent): boolean {
  const move =
    shiftKey && key.startsWith('Arrow') ? MOVES[key === 'ArrowDown' ? 'J' : 'K'] : MOVES[key];
  if (move !== undefined) {
    if (key.startsWith('Arrow') && scrolls(target)) return false;
    move();
    return true;
  }
  const selectionAction = selected.value.size > 0 ? SELECTION_ACTIONS[key] : undefined;
  if (selectionAction !== undefined) {
    selectionAction();
    return true;
  }
  const action = ACTIONS[key];
  if (action !== undefined) {
    const id = currentId();
    if (id !== null) action(id);
    return id !== null;
  }
  switch (key) {
    case '/':
      focusSearch();
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

function selectCursor(): void {
  if (cursor.value === null) moveTo(0);
  if (cursor.value !== null) toggleSelected(cursor.value);
}

function stepBack(): void {
  if (selected.value.size > 0) clearSelection();
  else if (isPaneOpen()) closePane();
  else if (place.value.search !== '') go({ search: '' });
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

/** Whether the arrows already have a meaning where the focus is. */
function scrolls(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, pre, .scroll, [role=tab]');
}
