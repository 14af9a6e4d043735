import { useEffect, useRef } from 'preact/hooks';
import { html, type View } from '../html.js';
import { isPaneOpen, place } from '../state/address.js';
import { keptCounts } from '../state/inbox.js';
import { problem, spokenNotice } from '../state/notices.js';
import { Dialogs } from './dialogs.js';
import { FaultsPane } from './faults-pane.js';
import { Header } from './header.js';
import { ListPane } from './list-pane.js';
import { MessagePane } from './message-pane.js';
import { Welcome } from './welcome.js';

const NARROW = '(width < 800px)';

/** The whole page. */
export function App(): View {
  const open = isPaneOpen(place.value);
  const { message, panel } = place.value;
  const begun = useRef(false);
  // The focus follows if one view replaces the other.
  useEffect(() => {
    const narrow = matchMedia(NARROW).matches;
    if (panel !== null || (narrow && message !== null)) focus('#pane-title');
    else if (narrow && begun.current) focus('.viewport');
    begun.current = true;
  }, [panel, open]);
  // A narrow page shows only the pane if it has content. If there are only other requests, the first steps are below them.
  const { total, others } = keptCounts.value ?? {};
  const isEmpty = total === 0 && others === 0;
  const paneState = open || isEmpty ? 'pane-open' : total === 0 ? 'starting' : '';
  return html`<div class=${`app ${paneState}`}>
    <${Header} />
    <main class="main">
      <${ListPane} />
      <section class="pane" aria-label=${paneLabel()}>${paneView()}</section>
    </main>
    <${Dialogs} />
    <div class="off-screen" role="status" aria-label="Done">${spokenNotice.value}</div>
    <div class="problem" role="alert">${problem.value !== '' && html`<p>${problem.value}</p>`}</div>
  </div>`;
}

function paneView(): View {
  const { message, panel } = place.value;
  if (panel !== null) return html`<${FaultsPane} />`;
  return message === null ? html`<${Welcome} />` : html`<${MessagePane} />`;
}

function paneLabel(): string {
  const { message, panel } = place.value;
  if (panel !== null) return 'Faults';
  return message === null ? 'Getting started' : 'Message';
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
