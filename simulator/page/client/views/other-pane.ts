import { html, type View } from '../html.js';
import { fullTime } from '../state/times.js';
import { IconButton, PaneHead } from './buttons.js';
import { AnswerTab, Notes, Request, TimelineTab, type Of } from './detail-tabs.js';
import { askToDelete } from './dialogs.js';

/** A login or another request, with its answer. */
export function OtherPane({ message }: Of): View {
  const { id, kind, method, path, at } = message;
  return html`<${PaneHead} title=${kind === 'login' ? 'Login' : `${method} ${path}`}>
      <${IconButton} icon="trash" label="Delete" onClick=${() => askToDelete(id)} />
    <//>
    <div class="facts"><time datetime=${at}>${fullTime(at)}</time></div>
    <div class="tab-panel scroll" tabindex="0" key=${id}>
      <${Notes} message=${message} />
      <h3>Answer</h3>
      <${AnswerTab} message=${message} />
      <h3>Request</h3>
      <${Request} message=${message} />
      <h3>Timeline</h3>
      <${TimelineTab} message=${message} />
    </div>`;
}
