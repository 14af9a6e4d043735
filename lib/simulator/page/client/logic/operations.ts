/** One thing that a path can be asked for. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Names of its query parameters. */
  readonly parameters: readonly string[];
}

/** What belongs together. */
export interface OperationGroup {
  readonly name: string;
  readonly operations: readonly Operation[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Described {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
}

/** The operations of an OpenAPI document, by their first tag. */
export function readOperations(document: unknown): OperationGroup[] {
  const { paths = {} } = document as {
    paths?: Readonly<Record<string, Partial<Record<string, Described>>>>;
  };
  const groups = new Map<string, Operation[]>();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const name = operation.tags?.[0] ?? 'Other';
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push({
        method: method.toUpperCase(),
        path,
        summary: operation.summary ?? operation.description ?? '',
        parameters: (operation.parameters ?? []).flatMap((parameter) =>
          parameter.in === 'query' && parameter.name !== undefined ? [parameter.name] : [],
        ),
      });
    }
  }
  return [...groups].map(([name, operations]) => ({ name, operations }));
}
