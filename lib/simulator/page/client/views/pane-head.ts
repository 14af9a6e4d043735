import { html, type View } from '../html.js';
import { closePane } from '../state/address.js';
import { IconButton } from './buttons.js';

/** The head of what the pane shows, with the way back. */
export function PaneHead(props: { title: string; children?: unknown }): View {
  return html`<div class="pane-head">
    <${IconButton} class="back" icon="back" label="Back to the list" onClick=${closePane} />
    <h2 id="pane-title" tabindex="-1">${props.title}</h2>
    ${props.children}
    <${IconButton} class="shut" icon="close" label="Close" onClick=${closePane} />
  </div>`;
}
