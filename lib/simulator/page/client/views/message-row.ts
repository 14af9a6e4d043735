import { html, type View } from '../html.js';
import { shortTime } from '../logic/format.js';
import type { Row } from '../state/row-list.js';
import { Icon } from './icons.js';

/** One row of the list. */
export function MessageRow(props: {
  row: Row;
  index: number;
  count: number;
  selected: boolean;
  atCursor: boolean;
  onOpen: (id: string) => void;
}): View {
  const { row, selected } = props;
  const classes = [
    'row',
    row.read ? '' : 'unread',
    selected ? 'selected' : '',
    props.atCursor ? 'at-cursor' : '',
  ];
  return html`<div
    id=${`row-${row.id}`}
    class=${classes.join(' ')}
    role="option"
    aria-selected=${selected ? 'true' : 'false'}
    aria-posinset=${props.index + 1}
    aria-setsize=${props.count}
    onClick=${() => props.onOpen(row.id)}
  >
    <div class="row-head">
      ${!row.read && html`<span class="dot"><span class="off-screen">Unread. </span></span>`}
      <span class="to">${row.to || 'no recipient'}</span>
      ${row.more > 0 && html`<span class="more">+${row.more}</span>`}
      <span class="from">${row.senderId}</span>
      <time class="time" datetime=${row.at}>${shortTime(row.at)}</time>
    </div>
    <div class="start" dir="auto">${row.start || html`<i>no text</i>`}</div>
    <${Badges} of=${row} />
  </div>`;
}

/** A row that has not been read yet. */
export function EmptyRow(): View {
  return html`<div class="row empty-row" aria-hidden="true"><span></span><span></span></div>`;
}

/** The most important properties of a message. */
export function Badges({ of }: { of: Row }): View {
  const { fault, otp, segments, encoding, rejected } = of;
  return html`<span class="badges">
    ${of.status === 'refused' && html`<span class="badge danger">refused</span>`}
    ${fault !== null && html`<span class="badge fault"><${Icon} name="bolt" />${fault}</span>`}
    ${otp !== null && html`<span class="badge code-badge"><${Icon} name="key" />${otp}</span>`}
    ${
      segments > 0 &&
      html`<span class=${`badge ${encoding === 'UCS-2' ? 'wide' : ''}`}
        >${encoding}${segments > 1 && html` <b>×${segments}</b>`}</span
      >`
    }
    ${
      rejected > 0 &&
      html`<span class="badge warn">${rejected > 1 ? `${rejected} ` : ''}rejected</span>`
    }
    ${of.duplicate && html`<span class="badge warn">duplicate</span>`}
  </span>`;
}
