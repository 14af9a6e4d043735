import { inspect } from 'node:util';
import type { WorldApp } from './app.js';

/** Something that may show no secret, or that nothing may show. */
export type Sample =
  | { readonly kind: 'text' | 'secret'; readonly mark: string }
  | { readonly kind: 'error'; readonly value: unknown };

/** The numbers of this world, but not the digits of a fraction. */
const NUMBER = /(?<!\.\d*)(?:9198765|9198764|4479111)\d{5}/;

/** Whether anything shows a secret, a number or a text. */
export function checkSecrecy(
  app: WorldApp,
  samples: readonly Sample[],
  isDeep: boolean,
): readonly string[] {
  const marks = samples.flatMap((each) => (each.kind === 'error' ? [] : [each.mark]));
  const errors = samples.flatMap((each) => (each.kind === 'error' ? [each.value] : []));
  const shown = [
    ...app.logs,
    ...errors.map((error) =>
      isDeep
        ? inspect(error, { depth: 8, showHidden: true, getters: true })
        : String(Reflect.get(Object(error), 'stack')),
    ),
    ...app.spans.map((span) => inspect(span, { depth: 8 })),
    ...app.events.map((event) =>
      isDeep ? inspect(event, { depth: 8 }) : JSON.stringify({ ...event, error: undefined }),
    ),
  ].join('\n');
  const [number] = NUMBER.exec(shown) ?? [];
  const numbers = number === undefined ? [] : [`shown: ${number}`];
  return [
    ...numbers,
    ...marks.filter((mark) => shown.includes(mark)).map((mark) => `shown: ${mark}`),
  ];
}
