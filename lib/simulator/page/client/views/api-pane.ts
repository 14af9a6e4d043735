import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { html, type View } from '../html.js';
import { ask } from '../state/api.js';
import { report } from '../state/notices.js';
import { CopyButton, PaneHead } from './buttons.js';

/** One method of one path. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Names of its query parameters. */
  readonly parameters: readonly string[];
}

interface Described {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const DESCRIPTION = '/api/openapi.json';
const groups = signal<ReturnType<typeof readOperations>>([]);

/** What the simulator serves, from its own description. */
export function ApiPane(): View {
  useEffect(() => void readDescription(), []);
  return html`<${PaneHead} title="API" />
    <div class="panel-body">
      <p class="lead">
        A test can do everything that this page does. The complete description, for any OpenAPI
        tool:${' '}
        <a href=${DESCRIPTION} target="_blank">${DESCRIPTION}</a>
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

function operationItem({ method, path, summary, parameters }: Operation): View {
  return html`<li>
    <span class=${`verb ${method.toLowerCase()}`}>${method}</span>
    <div>
      <code>${path}</code>
      ${parameters.length > 0 && html`<span class="parameters">${parameters.join(', ')}</span>`}
      <p>${summary}</p>
    </div>
    <${CopyButton} text=${() => location.origin + path} what="Address" />
  </li>`;
}

async function readDescription(): Promise<void> {
  try {
    groups.value = readOperations(await ask('GET', DESCRIPTION));
  } catch (error) {
    report(error);
  }
}

/** The operations of an OpenAPI document by their first tag. */
function readOperations(document: unknown): [tag: string, operations: Operation[]][] {
  const { paths = {} } = document as {
    paths?: Readonly<Record<string, Partial<Record<string, Described>>>>;
  };
  const byTag = new Map<string, Operation[]>();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const { summary = '', tags = [], parameters = [] } = operation;
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const tag = tags[0] ?? 'Other';
      byTag.set(tag, [
        ...(byTag.get(tag) ?? []),
        {
          method: method.toUpperCase(),
          path,
          summary,
          parameters: query.map(({ name = '' }) => name),
        },
      ]);
    }
  }
  return [...byTag];
}
