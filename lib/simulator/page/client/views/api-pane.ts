import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { html, type View } from '../html.js';
import { readOperations, type OperationGroup } from '../logic/operations.js';
import { ask } from '../state/api.js';
import { report } from '../state/notices.js';
import { CopyButton } from './buttons.js';
import { PaneHead } from './pane-head.js';

const DESCRIPTION = '/api/openapi.json';
const groups = signal<readonly OperationGroup[]>([]);

/** What the simulator serves, from its own description. */
export function ApiPane(): View {
  useEffect(() => {
    void readDescription();
  }, []);
  return html`<${PaneHead} title="API" />
    <div class="panel-body">
      <p class="lead">
        Whatever this page does, a test can do too. The whole description, for any OpenAPI
        tool:${' '}
        <a href=${DESCRIPTION} target="_blank">${DESCRIPTION}</a>
      </p>
      ${groups.value.map(
        ({ name, operations }) =>
          html`<section class="operation-group" key=${name}>
            <h3>${name}</h3>
            <ul class="operations">
              ${operations.map(
                ({ method, path, summary, parameters }) =>
                  html`<li>
                    <span class=${`verb ${method.toLowerCase()}`}>${method}</span>
                    <div>
                      <code>${path}</code>
                      ${
                        parameters.length > 0 &&
                        html`<span class="parameters">${parameters.join(', ')}</span>`
                      }
                      <p>${summary}</p>
                    </div>
                    <${CopyButton} text=${() => location.origin + path} what="Address" />
                  </li>`,
              )}
            </ul>
          </section>`,
      )}
    </div>`;
}

async function readDescription(): Promise<void> {
  try {
    groups.value = readOperations(await ask('GET', DESCRIPTION));
  } catch (error) {
    report(error);
  }
}
