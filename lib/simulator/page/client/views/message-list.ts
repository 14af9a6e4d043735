import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { counted } from '../logic/counted.js';
import { openMessage, place } from '../state/address.js';
import { cursor, cursorIndex, moveBy, moveTo } from '../state/cursor.js';
import { arrivals, forgetFarRows, listLength, readTo, revision, rows } from '../state/inbox.js';
import { Icon } from './icons.js';
import { EmptyRow, MessageRow } from './message-row.js';

/** Height of a row, as in the style sheet. */
const ROW = 84;
const BEYOND = 6;
const FRESH = 1_500;

/** The list: only the rows in sight are in the document, however many there are. */
export function MessageList(): View {
  const viewport = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const unseen = useSignal(0);
  const anchor = useRef<{ id: string; index: number } | null>(null);
  const drawn = useRef<readonly (string | undefined)[]>([]);
  const count = listLength();
  const seen = revision.value;
  const first = Math.max(0, Math.floor(top.value / ROW) - BEYOND);
  const last = Math.min(count, Math.ceil((top.value + height.value) / ROW) + BEYOND);

  useLayoutEffect(() => {
    const element = viewport.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // Rows that come above what is read must not push it down.
  useLayoutEffect(() => {
    const element = viewport.current;
    const held = anchor.current;
    if (element === null || held === null) return;
    const index = rows.indexOf(held.id);
    if (index === -1 || index === held.index) return;
    const moved = index - held.index;
    held.index = index;
    element.scrollTop += moved * ROW;
    if (moved > 0) unseen.value += moved;
  });

  useLayoutEffect(() => {
    readTo(last - 1);
    if (top.value === 0) forgetFarRows();
  }, [last, seen]);

  // The cursor stays in sight.
  useLayoutEffect(() => {
    const element = viewport.current;
    const index = cursorIndex();
    if (element === null || index === -1) return;
    const from = index * ROW;
    if (from < element.scrollTop) element.scrollTop = from;
    else if (from + ROW > element.scrollTop + element.clientHeight) {
      element.scrollTop = from + ROW - element.clientHeight;
    }
  }, [cursor.value]);

  const onScroll = () => {
    const element = viewport.current;
    if (element === null) return;
    top.value = element.scrollTop;
    const index = Math.floor(element.scrollTop / ROW);
    // What the reader sees there: the rows may have changed since they were drawn.
    const id = drawn.current[index] ?? rows.at(index)?.id;
    anchor.current = element.scrollTop > 0 && id !== undefined ? { id, index } : null;
    if (element.scrollTop === 0) unseen.value = 0;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height.value / ROW) - 1);
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveBy(1),
      ArrowUp: () => moveBy(-1),
      PageDown: () => moveBy(page),
      PageUp: () => moveBy(-page),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
    };
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
  const now = performance.now();
  const shown = [];
  const ids: string[] = [];
  for (let index = first; index < last; index += 1) {
    const row = rows.at(index);
    if (row !== undefined) ids[index] = row.id;
    shown.push(
      row === undefined
        ? html`<${EmptyRow} key=${`empty-${index}`} />`
        : html`<${MessageRow}
            key=${row.id}
            row=${row}
            index=${index}
            count=${count}
            selected=${row.id === place.value.message}
            atCursor=${row.id === cursor.value}
            fresh=${now - (arrivals.get(row.id) ?? -FRESH) < FRESH}
            onOpen=${open}
          />`,
    );
  }
  drawn.current = ids;
  const active = cursorIndex();
  const activeId =
    active >= first && active < last && cursor.value !== null ? `row-${cursor.value}` : undefined;
  return html`<div class="list-frame">
    <div
      class="viewport"
      ref=${viewport}
      role="listbox"
      aria-label="Messages"
      aria-activedescendant=${activeId}
      tabindex="0"
      onScroll=${onScroll}
      onKeyDown=${onKeyDown}
    >
      <div class="sizer" role="presentation" style=${{ height: `${count * ROW}px` }}>
        <div
          class="slice"
          role="presentation"
          style=${{ transform: `translateY(${first * ROW}px)` }}
        >
          ${shown}
        </div>
      </div>
    </div>
    ${
      unseen.value > 0 &&
      html`<button
        class="new-pill"
        onClick=${() => {
          viewport.current?.scrollTo({ top: 0 });
        }}
      >
        <${Icon} name="up" />${counted(unseen.value, 'new message')}
      </button>`
    }
  </div>`;
}

function open(id: string): void {
  cursor.value = id;
  openMessage(id);
}
