import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { shown } from '../logic/format.js';
import { TABS, go, place, type Tab } from '../state/address.js';

const NAMES: Readonly<Record<Tab, string>> = {
  message: 'Message',
  segments: 'Segments',
  request: 'Request',
  answer: 'Answer',
  timeline: 'Timeline',
};

/** The tabs of a message. If they are wider than the page they scroll, and a hint says so. */
export function Tabs({ counts }: { counts: Partial<Record<Tab, number>> }): View {
  const element = useRef<HTMLDivElement>(null);
  const hints = useSignal('');
  const hint = () => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = element.current ?? {};
    const before = scrollLeft > 1 ? 'more-before' : '';
    const after = scrollLeft + clientWidth < scrollWidth - 1 ? 'more-after' : '';
    hints.value = `${before} ${after}`;
  };
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(hint);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    document.getElementById(`tab-${place.value.tab}`)?.scrollIntoView({
      block: 'nearest',
      inline: 'nearest',
    });
    hint();
  }, [place.value.tab]);
  return html`<div class=${`tabs-frame ${hints.value}`}>
    <div
      class="tabs"
      ref=${element}
      role="tablist"
      aria-label="Views of the message"
      onKeyDown=${onKeyDown}
      onScroll=${hint}
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
          ${NAMES[tab]}${count > 0 && html`<span class="tab-count">${shown(count)}</span>`}
        </button>`;
      })}
    </div>
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
