import { useLayoutEffect, useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { groupNumber } from '../logic/phone-number.js';
import { openMessage, place } from '../state/address.js';
import type { InboxMessage } from '../state/api.js';
import { conversation } from '../state/conversation.js';
import { clockTime, dateOf, fullTime, timeZone } from '../state/times.js';
import { PaneHead } from './buttons.js';
import { Given, withCodes } from './given.js';

/** A longer text ends with an ellipsis; its message has all of it. */
const LONGEST = 2_000;
/** So near to the end counts as being there. */
const NEAR = 40;

/** All messages of a number, as on its phone: the newest at the bottom. */
export function ConversationPane(): View {
  const { to } = place.value;
  const thread = conversation.signal.value;
  const box = useRef<HTMLDivElement>(null);
  const below = useRef(0);
  const oldest = useRef('');
  const messages = thread?.messages ?? [];
  const first = messages[0]?.id ?? '';
  const hold = () => {
    const element = box.current;
    if (element === null) return;
    below.current = element.scrollHeight - element.clientHeight - element.scrollTop;
  };

  // Stays at the newest message, and where it was when earlier ones appear above.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const end = element.scrollHeight - element.clientHeight;
    if (below.current < NEAR) element.scrollTop = end;
    else if (first !== oldest.current) element.scrollTop = end - below.current;
    oldest.current = first;
    hold();
  }, [thread]);

  const number = groupNumber(to ?? '');
  return html`<${PaneHead} title=${number} />
    <p class="thread-note">
      Everything that was sent to this number. Times are in ${timeZone.value}.
    </p>
    <div
      class="thread scroll"
      ref=${box}
      tabindex="0"
      role="region"
      aria-label=${`Messages to ${number}`}
      onScroll=${hold}
    >
      ${
        thread?.more === true &&
        html`<button class="button earlier" onClick=${() => void conversation.readEarlier()}>
          Show earlier messages
        </button>`
      }
      ${thread !== null && messages.length === 0 && html`<p class="hint">No messages.</p>`}
      <ol>
        ${messages.map(
          (message, index) =>
            html`<${Entry}
              key=${message.id}
              message=${message}
              number=${to}
              before=${messages[index - 1]}
            />`,
        )}
      </ol>
    </div>`;
}

function Entry(props: {
  message: InboxMessage;
  number: string;
  before: InboxMessage | undefined;
}): View {
  const { message, number, before } = props;
  const { id, at, text, senderId } = message;
  const day = dateOf(at);
  const isNewDay = before === undefined || dateOf(before.at) !== day;
  const fate = fateOf(message, number);
  const arrives = fate === 'delivered' || fate === 'pending';
  return html`<li class="entry">
    ${isNewDay && html`<h3 class="entry-day">${day}</h3>`}
    ${
      (isNewDay || before.senderId !== senderId) &&
      html`<b class="entry-from"><${Given} text=${senderId || 'Unknown sender'} /></b>`
    }
    <div class=${`entry-text ${arrives ? '' : 'missing'}`} dir="auto">
      ${text === '' ? html`<i>no text</i>` : withCodes(text.slice(0, LONGEST))}${text.length > LONGEST && '…'}
    </div>
    <p class="entry-foot">
      <time datetime=${at} title=${fullTime(at)}>${clockTime(at)}</time>
      <span class=${arrives ? '' : 'trouble'}>${fate}</span>
      <button class="text-button" onClick=${() => openMessage(id)}>
        Details<span class="off-screen"> of the message at ${clockTime(at)}</span>
      </button>
    </p>
  </li>`;
}

/** What happened to a message for a number, in words. */
function fateOf({ status, refusal, deliveries }: InboxMessage, number: string): string {
  if (status === 'refused') {
    return refusal?.statusCode ? `refused: ${refusal.statusCode} ${refusal.reason}` : 'refused';
  }
  return deliveries.find(({ to }) => to === number)?.status ?? 'rejected';
}
