import { html, type View } from '../html.js';
import { TABS, go, place, type Tab } from '../state/address.js';

const NAMES: Readonly<Record<Tab, string>> = {
  message: 'Message',
  segments: 'Segments',
  request: 'Request',
  answer: 'Answer',
  timeline: 'Timeline',
};

/** The tabs of a message. */
export function Tabs({ counts }: { counts: Partial<Record<Tab, number>> }): View {
  return html`<div
    class="tabs"
    role="tablist"
    aria-label="Views of the message"
    onKeyDown=${onKeyDown}
  >
    ${TABS.map((tab) => {
      const selected = place.value.tab === tab;
      const count = counts[tab] ?? 0;
      return html`<button
        key=${tab}
        role="tab"
        id=${`tab-${tab}`}
        aria-selected=${selected ? 'true' : 'false'}
        aria-controls="tab-panel"
        tabindex=${selected ? 0 : -1}
        onClick=${() => go({ tab }, 'replace')}
      >
        ${NAMES[tab]}${count > 0 && html`<span class="tab-count">${count}</span>`}
      </button>`;
    })}
  </div>`;
}

function onKeyDown(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const index = TABS.indexOf(place.value.tab) + step + TABS.length;
  const tab = TABS[index % TABS.length] ?? 'message';
  go({ tab }, 'replace');
  document.getElementById(`tab-${tab}`)?.focus();
}
