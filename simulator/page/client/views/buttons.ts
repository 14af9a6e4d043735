import { useSignal } from '@preact/signals';
import { html, type View } from '../html.js';
import { closePane } from '../state/address.js';
import { copy } from '../state/copy.js';
import { withCodes } from './given.js';
import { Icon, type IconName } from './icons.js';

const SHOWN = 1_600;

/** A button with an icon only. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  /** A word of the label, shown next to icons that are hard to tell apart. */
  word?: string;
  class?: string;
  onClick: () => void;
}): View {
  return html`<button
    type="button"
    class=${`icon-button ${props.class ?? ''}`}
    aria-label=${props.label}
    title=${props.label}
    onClick=${props.onClick}
  >
    <${Icon} name=${props.icon} />${props.word && html`<span class="word">${props.word}</span>`}
  </button>`;
}

/** Copies a text, and shows that it did. */
export function CopyButton(props: {
  text: () => string;
  /** What is copied, as in "Text copied." */
  what: string;
  label?: string;
  word?: string;
  icon?: IconName;
  class?: string;
  /** In a row: outside of the tab order, and without opening the row. */
  inRow?: boolean;
}): View {
  const done = useSignal(false);
  const onClick = async (event: Event) => {
    if (props.inRow) event.stopPropagation();
    if (!(await copy(props.text(), props.what))) return;
    done.value = true;
    setTimeout(() => {
      done.value = false;
    }, SHOWN);
  };
  const isIcon = props.label === undefined;
  const name = `Copy ${props.what.charAt(0).toLowerCase()}${props.what.slice(1)}`;
  return html`<button
    type="button"
    class=${`${isIcon ? 'icon-button' : 'button'} ${done.value ? 'done' : ''} ${props.class ?? ''}`}
    tabindex=${props.inRow ? -1 : undefined}
    aria-label=${isIcon ? name : props.inRow ? `${name} ${props.label}` : undefined}
    title=${isIcon || props.inRow ? name : undefined}
    onClick=${onClick}
  >
    <${Icon} name=${done.value ? 'check' : (props.icon ?? 'copy')} />${props.label}
    ${props.word && html`<span class="word">${props.word}</span>`}
  </button>`;
}

/** Code with a button that copies it. */
export function Code(props: { text: string; what: string }): View {
  return html`<div class="code">
    <pre
      tabindex="0"
      role="region"
      aria-label=${props.what}
    ><code>${withCodes(props.text)}</code></pre>
    <${CopyButton} text=${() => props.text} what=${props.what} />
  </div>`;
}

/** The head of the pane, with the way back. */
export function PaneHead(props: { title: string; more?: string; children?: unknown }): View {
  return html`<div class="pane-head">
    <${IconButton} class="back" icon="back" label="Back to the list" onClick=${closePane} />
    <h2 id="pane-title" tabindex="-1">
      <bdi>${withCodes(props.title)}</bdi
      >${props.more !== undefined && html` <span class="more">${props.more}</span>`}
    </h2>
    ${props.children}
    <${IconButton} class="shut" icon="close" label="Close" onClick=${closePane} />
  </div>`;
}
