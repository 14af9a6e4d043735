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
    <${Time} at=${row.at} />
  </div>`;
}

function Time({ at }: { at: string }): View {
  const [, start, seconds] = /^(.+?)(:\d\d)?$/.exec(shortTime(at)) ?? [];
  return html`<time class="time" datetime=${at} title=${fullTime(at)}>
    ${start}<span class="seconds">${seconds}</span>
  </time>`;
}

function SendLines({ row, picked }: Lines): View {
  const { refusal, otp } = row;
  return html`<div class="row-line" role="gridcell">
      ${picked && html`<${Icon} name="check" />`}
      ${!row.read && html`<span class="dot"><span class="off-screen">Unread. </span></span>`}
      <span class="to" title=${row.to}>${withCodes(groupNumber(row.to)) || 'no recipient'}</span>
      ${row.moreRecipients > 0 && html`<span class="more">+${shown(row.moreRecipients)}</span>`}
      <span class="from">
        <${Given} text=${row.senderId} />${
          accounts.value.length > 1 &&
          row.account !== '' &&
          html` <bdi class="account">${withCodes(row.account)}</bdi>`
        }
      </span>
      <${Badges} of=${row} />
      ${
        row.report === SENT &&
        html`<span class="sent" role="img" aria-label=${SENT} title=${SENT}>
          <${Icon} name="sent" />
        </span>`
      }
      <${Time} at=${row.at} />
    </div>
    <div class="row-line" role="gridcell">
      ${
        row.status === 'refused' &&
        html`<span class="why">
          ${refusal?.statusCode ? `${refusal.statusCode} ${refusal.reason}` : 'Refused'}
        </span>`
      }
      <span class="start" dir="auto">${withCodes(row.start) || html`<i>no text</i>`}</span>
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

/** A row that has not been read yet. */
export function EmptyRow(): View {
  return html`<div class="row empty-row" aria-hidden="true"><span></span><span></span></div>`;
}

/** A badge: its colour, its text, and what that stands for. */
type Badge = readonly [colour: string, text: string, meaning?: string];

/** What is unusual about a message, the worst first. Where there is little room, only that is shown. */
export function Badges({ of }: { of: Row }): View {
  const badges = badgesOf(of);
  return html`<span class="badges" title=${badges.map(([, text, all = text]) => all).join(', ')}>
    ${badges.map(
      ([colour, text, meaning]) =>
        html`<span class=${`badge ${colour}`} role=${meaning && 'img'} aria-label=${meaning}>
          ${colour === 'fault' && html`<${Icon} name="bolt" />`}${
            meaning?.startsWith('report ') && html`<${Icon} name="sent" />`
          }${text}
        </span>`,
    )}
    ${badges.length > 1 && html`<${MoreTags} count=${badges.length - 1} />`}
  </span>`;
}

/** How many tags are left out where there is little room. It must not look like a number of recipients. */
function MoreTags({ count }: { count: number }): View {
  const words = counted(count, 'more tag');
  return html`<span class="rest" aria-hidden="true" title=${words}>
    <span class="short-form">+${count}</span><span class="long-form">${words}</span>
  </span>`;
}

function badgesOf(row: Row): Badge[] {
  const { fault, segments, report = SENT, scheduledFor = '' } = row;
  const wide = row.encoding === 'UCS-2' && segments > 0;
  const several = counted(segments, 'segment');
  const badges: (Badge | false | undefined)[] = [
    row.trouble && ['danger', row.trouble],
    report !== SENT && ['danger', report.replace(/^report (?:failed: (?:HTTP )?)?/, ''), report],
    fault !== null && ['fault', fault],
    row.hidden && ['warn', 'hidden characters'],
    row.rejected > 0 && ['warn', `${shown(row.rejected)} rejected`],
    row.duplicate && ['warn', 'duplicate'],
    scheduledFor !== '' && ['', 'scheduled', `scheduled for ${fullTime(scheduledFor)}`],
    wide && segments > 1 && ['wide', `${shown(segments)} × UCS-2`, `${several} in UCS-2`],
    wide && segments === 1 && ['wide', 'UCS-2'],
    !wide && segments > 1 && ['', several],
  ];
  return badges.filter((badge) => !!badge);
}
