import { html, type View } from '../html.js';

/** Names with their values. */
export function Pairs(props: { title: string; of: Readonly<Record<string, string>> }): View {
  const pairs = Object.entries(props.of);
  return html`<section>
    <h3>${props.title}</h3>
    ${
      pairs.length === 0
        ? html`<p class="hint">None came.</p>`
        : html`<dl class="pairs">
            ${pairs.map(
              ([name, value]) =>
                html`<div key=${name}>
                  <dt>${name}</dt>
                  <dd>
                    ${
                      value.endsWith('<masked>')
                        ? html`${value.replace('<masked>', '')}<span class="masked">masked</span>`
                        : value
                    }
                  </dd>
                </div>`,
            )}
          </dl>`
    }
  </section>`;
}
