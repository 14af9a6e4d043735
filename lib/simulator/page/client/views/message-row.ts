import { html, type View } from '../html.js';
import { shortTime } from '../logic/times.js';
import type { Row } from '../state/row.js';
import { Badges } from './badges.js';

/** One line of the list. */
export function MessageRow(props: {
  row: Row;
  index: number;
  count: number;
  selected: boolean;
  atCursor: boolean;
  fresh: boolean;
  onOpen: (id: string) => void;
}): View {
  const { row } = props;
  const classes = [
    'row',
    row.read ? '' : 'unread',
    props.selected ? 'selected' : '',
    props.atCursor ? 'at-cursor' : '',
    props.fresh ? 'fresh' : '',
  ];
  return html`<div
    id=${`row-${row.id}`}
    class=${classes.filter(Boolean).join(' ')}
    role="option"
    aria-selected=${props.selected ? 'true' : 'false'}
    aria-posinset=${props.index + 1}
    aria-setsize=${props.count}
    onClick=${() => props.onOpen(row.id)}
  >
    <div class="row-head">
      ${!row.read && html`<span class="dot"><span class="off-screen">Unread. </span></span>`}
      <span class="to">${row.to === '' ? 'no recipient' : row.to}</span>
      ${row.more > 0 && html`<span class="more">+${row.more}</span>`}
      <span class="from">${row.senderId}</span>
      <time class="time" datetime=${row.at}>${shortTime(row.at)}</time>
    </div>
    <div class="start" dir="auto">${row.start === '' ? html`<i>no text</i>` : row.start}</div>
    <${Badges} of=${row} />
  </div>`;
}

/** A row that is still on its way. */
export function EmptyRow(): View {
  return html`<div class="row empty-row" aria-hidden="true"><span></span><span></span></div>`;
}
