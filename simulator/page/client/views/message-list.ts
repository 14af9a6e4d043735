import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { counted } from '../logic/format.js';
import { openMessage, place } from '../state/address.js';
import { cursor, cursorIndex, cursorMoves, moveBy, moveOn, moveTo } from '../state/cursor.js';
import { forgetFarRows, listLength, readTo, ready, revision, rows } from '../state/inbox.js';
import { clearSelection, selected, selectTo, toggleSelected } from '../state/selection.js';
import { Icon } from './icons.js';
import { EmptyRow, MessageRow } from './message-row.js';

const BEYOND = 8;

/** Where a row was drawn. */
interface Drawn {
  readonly id: string;
  top: number;
  readonly end: number;
}

function drawnRow(index: number): Drawn | undefined {
  const id = rows.at(index)?.id;
  return id === undefined ? undefined : { id, top: rows.top(index), end: rows.top(index + 1) };
}

/** The list. Only the visible rows are in the document, however many there are. */
export function MessageList(): View {
  const viewport = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);
  const newest = useRef('');
  const anchor = useRef<Drawn | null>(null);
  // Where the list scrolled itself to.
  const ownScroll = useRef<number | undefined>(undefined);
  const revealed = useRef('');
  const drawn = useRef<readonly Drawn[]>([]);
  const count = listLength();
  const seen = revision.value;
  const first = Math.max(0, rows.indexAt(top.value) - BEYOND);
  const last = Math.min(count, rows.indexAt(top.value + height.value) + 1 + BEYOND);

  useLayoutEffect(() => {
    const element = viewport.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // A new search starts at the top.
  useLayoutEffect(() => {
    anchor.current = null;
    viewport.current?.scrollTo(0, 0);
  }, [place.value.search]);

  // New rows above must not move what the reader sees.
  useLayoutEffect(() => {
    const held = anchor.current;
    if (held === null) {
      hold();
      return;
    }
    const index = rows.positionOf(held.id);
    // It is below the rows that have been read.
    if (index === rows.length && index < count) {
      readTo(index);
      return;
    }
    const moved = rows.top(index) - held.top;
    held.top += moved;
    if (moved !== 0) {
      viewport.current?.scrollBy(0, moved);
      ownScroll.current = viewport.current?.scrollTop;
    }
  });

  // The cursor is shown when it moves, as soon as its row is there and the list is not hidden.
  useLayoutEffect(() => {
    const element = viewport.current;
    const index = cursorIndex();
    const move = `${cursorMoves.value} ${cursor.value}`;
    if (element === null || index === -1 || revealed.current === move) return;
    // An event may bring its row before the list has been read.
    if (!ready.value || element.clientHeight === 0) return;
    revealed.current = move;
    const from = rows.top(index);
    const to = rows.top(index + 1);
    const { scrollTop, clientHeight } = element;
    if (Math.abs(from - scrollTop) > 2 * clientHeight) element.scrollTop = from - clientHeight / 2;
    else if (from < scrollTop) element.scrollTop = from;
    else if (to > scrollTop + clientHeight) element.scrollTop = to - clientHeight;
  }, [cursor.value, cursorMoves.value, seen, height.value]);

  useLayoutEffect(() => {
    readTo(last - 1);
    const { scrollTop = 0, clientHeight = 0 } = viewport.current ?? {};
    if (!moveOn() && scrollTop === 0 && clientHeight > 0) forgetFarRows();
  }, [last, seen]);

  const hold = () => {
    const from = viewport.current?.scrollTop ?? 0;
    // The row that the reader sees there: the rows may have changed since the last render.
    const seenRow = drawn.current.find((row) => row.top <= from && row.end > from);
    anchor.current = from > 0 ? (seenRow ?? drawnRow(rows.indexAt(from)) ?? null) : null;
    return from;
  };
  const onScroll = () => {
    // Keep the anchor if the list scrolled itself: new rows may be at this position by now.
    const from = viewport.current?.scrollTop ?? 0;
    top.value = from > 0 && from === ownScroll.current ? from : hold();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, rows.indexAt(height.value) - 1);
    const moves: Readonly<Record<string, () => void>> = {
      PageDown: () => moveBy(page),
      PageUp: () => moveBy(-page),
      Home: () => moveTo(0),
      End: () => moveTo(Infinity),
    };
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
  const picked = selected.value;
  const shownRows = [];
  for (let index = first; index < last; index += 1) {
    const row = rows.at(index);
    shownRows.push(
      row === undefined
        ? html`<${EmptyRow} key=${`empty-${index}`} />`
        : html`<${MessageRow}
            key=${row.id}
            row=${row}
            index=${index}
            open=${row.id === place.value.message}
            picked=${picked.has(row.id)}
            selected=${picked.size > 0 ? picked.has(row.id) : row.id === place.value.message}
            atCursor=${row.id === cursor.value}
            onOpen=${open}
          />`,
    );
  }
  drawn.current = Array.from({ length: last - first }, (_row, index) =>
    drawnRow(first + index),
  ).filter((row) => row !== undefined);
  if (top.value === 0) newest.current = rows.at(0)?.id ?? '';
  const unseen = rows.positionOf(newest.current);
  const active = cursorIndex();
  const activeId =
    active >= first && active < last && cursor.value !== null ? `row-${cursor.value}` : undefined;
  return html`<div class="list-frame">
    <div
      class="viewport"
      ref=${viewport}
      role="grid"
      aria-label="Messages"
      aria-multiselectable="true"
      aria-rowcount=${count}
      aria-activedescendant=${activeId}
      tabindex="0"
      onScroll=${onScroll}
      onKeyDown=${onKeyDown}
    >
      <div class="sizer" role="presentation" style=${{ height: `${rows.top(count)}px` }}>
        <div
          class="slice"
          role="presentation"
          style=${{ transform: `translateY(${rows.top(first)}px)` }}
        >
          ${shownRows}
        </div>
      </div>
    </div>
    ${
      unseen > 0 &&
      html`<button class="button strong new-pill" onClick=${() => viewport.current?.scrollTo(0, 0)}>
        <${Icon} name="up" />${counted(unseen, 'new message')}
      </button>`
    }
  </div>`;
}

function open(id: string, { ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (ctrlKey || metaKey) toggleSelected(id);
  else if (shiftKey) selectTo(id);
  else {
    clearSelection();
    cursor.value = id;
    openMessage(id);
  }
}
