import { html, type View } from '../html.js';
import { counted, shown } from '../logic/format.js';
import { groupNumber } from '../logic/phone-number.js';
import { SENT } from '../logic/report-fate.js';
import { accounts } from '../state/inbox.js';
import type { Row } from '../state/row-list.js';
import { fullTime, shortTime } from '../state/times.js';
import { CopyButton } from './buttons.js';
import { Given, withCodes } from './given.js';
import { Icon } from './icons.js';

/** One row of the list. */
export function MessageRow(props: {
  row: Row;
  index: number;
  /** Whether its message is open. */
  open: boolean;
  /** Whether it is one of several that are selected. */
  picked: boolean;
  /** Whether it is selected as screen readers say it. */
  selected: boolean;
  atCursor: boolean;
  onOpen: (id: string, event: MouseEvent) => void;
}): View {
  const { row, picked, selected } = props;
  const isSend = row.kind === 'send';
  const classes = [
    'row',
    isSend ? '' : 'other',
    row.read ? '' : 'unread',
    props.open ? 'selected' : '',
    picked ? 'picked' : '',
    props.atCursor ? 'at-cursor' : '',
  ];
  return html`<div
    id=${`row-${row.id}`}
    class=${classes.join(' ')}
    role="row"
    aria-selected=${selected ? 'true' : 'false'}
    aria-rowindex=${props.index + 1}
    onMouseDown=${(event: MouseEvent) => {
      // The browser would select text.
      if (event.shiftKey) event.preventDefault();
    }}
    onClick=${(event: MouseEvent) => props.onOpen(row.id, event)}
  >
    ${
      isSend
        ? html`<${SendLines} row=${row} picked=${picked} />`
        : html`<${OtherLine} row=${row} picked=${picked} />`
    }
  </div>`;
}

interface Lines {
  readonly row: Row;
  readonly picked: boolean;
}

function OtherLine({ row, picked }: Lines): View {
  return html`<div class="row-line" role="gridcell">
    ${picked && html`<${Icon} name="check" />`}
    <span class=${row.status === 'refused' ? 'start bad' : 'start'}>
      <bdi>${withCodes(row.start)}</bdi>
    </span>
    <${Badges} of=${row} />
    <time class="time" datetime=${row.at} title=${fullTime(row.at)}>${shortTime(row.at)}</time>
  </div>`;
}

function SendLines({ row, picked }: Lines): View {
  const { refusal, otp } = row;
  return html`<div class="row-line" role="gridcell">
      ${picked && html`<${Icon} name="check" />`}
      ${!row.read && html`<span class="dot"><span class="off-screen">Unread. </span></span>`}
      <span class="to" title=${row.to}>${withCodes(groupNumber(row.to)) || 'no recipient'}</span>
      ${row.more > 0 && html`<span class="more">+${shown(row.more)}</span>`}
      <span class="from">
        <${Given} text=${row.senderId} />${
          accounts.value.length > 1 &&
          row.account !== '' &&
          html` <bdi class="account">${withCodes(row.account)}</bdi>`
        }
      </span>
      ${row.report !== undefined && html`<${Report} of=${row.report} />`}
      <time class="time" datetime=${row.at} title=${fullTime(row.at)}>${shortTime(row.at)}</time>
    </div>
    <div class="row-line" role="gridcell">
      ${
        row.status === 'refused' &&
        html`<span class="why">
          ${refusal?.statusCode ? `${refusal.statusCode} ${refusal.reason}` : 'Refused'}
        </span>`
      }
      <span class="start" dir="auto">${withCodes(row.start) || html`<i>no text</i>`}</span>
      <${Badges} of=${row} />
      ${
        otp !== null &&
        html`<${CopyButton}
          class="row-code"
          icon="key"
          label=${otp}
          text=${() => otp}
          what="Code"
          inRow
        />`
      }
    </div>`;
}

/** What became of the delivery reports, as briefly as possible: a sign, the HTTP status, `lost`. */
function Report({ of }: { of: string }): View {
  const isSent = of === SENT;
  return html`<span
    class=${isSent ? 'sent' : 'badge danger'}
    role="img"
    aria-label=${of}
    title=${of}
  >
    ${isSent ? html`<${Icon} name="check" />` : of.replace(/^report (?:failed: (?:HTTP )?)?/, '')}
  </span>`;
}

/** A row that has not been read yet. */
export function EmptyRow(): View {
  return html`<div class="row empty-row" aria-hidden="true"><span></span><span></span></div>`;
}

/** What is unusual about a message. */
export function Badges({ of }: { of: Row }): View {
  const { fault, segments, encoding, rejected, scheduledFor, trouble } = of;
  return html`<span class="badges">
    ${fault !== null && html`<span class="badge fault"><${Icon} name="bolt" />${fault}</span>`}
    ${trouble !== undefined && html`<span class="badge danger">${trouble}</span>`}
    ${rejected > 0 && html`<span class="badge warn">${shown(rejected)} rejected</span>`}
    ${of.hidden && html`<span class="badge warn">hidden characters</span>`}
    ${of.duplicate && html`<span class="badge warn">duplicate</span>`}
    ${
      scheduledFor !== undefined &&
      html`<span class="badge" title=${fullTime(scheduledFor)}>scheduled</span>`
    }
    ${encoding === 'UCS-2' && segments > 0 && html`<span class="badge wide">UCS-2</span>`}
    ${segments > 1 && html`<span class="badge">${counted(segments, 'segment')}</span>`}
  </span>`;
}
