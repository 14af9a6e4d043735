import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { html, type View } from '../html.js';
import { fillIn } from '../logic/format.js';
import { operationCurl, readOperations, type Operation } from '../logic/operations.js';
import { BASE, ask } from '../state/api.js';
import { planned } from '../state/faults.js';
import { revision, rows } from '../state/inbox.js';
import { attempt } from '../state/notices.js';
import { settings } from '../state/settings.js';
import { Code, PaneHead } from './buttons.js';

const DESCRIPTION = '/api/openapi.json';
const groups = signal<ReturnType<typeof readOperations>>([]);

/** What the simulator serves, from its own description. */
export function ApiPane(): View {
  useEffect(() => void readDescription(), []);
  return html`<${PaneHead} title="API" />
    <div class="panel-body scroll" tabindex="0" role="region" aria-label="API">
      <p class="lead">
        A test can do everything this page does. The complete description, for any OpenAPI
        tool:${' '}
        <a href=${BASE + DESCRIPTION} target="_blank">${DESCRIPTION}</a>
      </p>
      ${groups.value.map(
        ([tag, operations]) =>
          html`<section class="operation-group" key=${tag}>
            <h3>${tag}</h3>
            <ul class="operations">
              ${operations.map(operationItem)}
            </ul>
          </section>`,
      )}
    </div>`;
}

function operationItem(operation: Operation): View {
  const { method, path, summary, parameters } = operation;
  // The commands name the newest message.
  void revision.value;
  const { curl = '', login = '' } = settings.value ?? {};
  const command = operationCurl(operation, {
    base: BASE,
    send: fillIn(curl, BASE),
    login,
    message: rows.firstSend()?.id,
    fault: planned()[0]?.id,
  });
  return html`<li key=${`${method} ${path}`}>
    <span class=${`verb ${method.toLowerCase()}`}>${method}</span>
    <div>
      <code>${path}</code>
      ${parameters.length > 0 && html`<span class="parameters">${parameters.join(', ')}</span>`}
      <p>${summary}</p>
      <${Code} text=${command} what=${`Command for ${method} ${path}`} />
    </div>
  </li>`;
}

function readDescription(): Promise<boolean> {
  return attempt(async () => {
    groups.value = readOperations(await ask('GET', DESCRIPTION));
  });
}
