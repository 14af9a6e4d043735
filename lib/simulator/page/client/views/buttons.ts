import { useSignal } from '@preact/signals';
import { html, type View } from '../html.js';
import { copy } from '../state/copy.js';
import { Icon, type IconName } from './icons.js';

const SHOWN = 1_600;

/** A button that is a drawing alone. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  pressed?: boolean;
  class?: string;
  onClick: () => void;
}): View {
  return html`<button
    type="button"
    class=${`icon-button ${props.class ?? ''}`}
    aria-label=${props.label}
    aria-pressed=${props.pressed}
    title=${props.label}
    onClick=${props.onClick}
  >
    <${Icon} name=${props.icon} />
  </button>`;
}

/** Copies a text, and shows that it did. */
export function CopyButton(props: {
  text: () => string;
  /** What is copied, as in "Text copied." */
  what: string;
  label?: string;
  icon?: IconName;
  class?: string;
}): View {
  const done = useSignal(false);
  const onClick = async () => {
    if (!(await copy(props.text(), props.what))) return;
    done.value = true;
    setTimeout(() => {
      done.value = false;
    }, SHOWN);
  };
  const name = `Copy ${props.what.charAt(0).toLowerCase()}${props.what.slice(1)}`;
  return html`<button
    type="button"
    class=${`${props.label === undefined ? 'icon-button' : 'button'} ${done.value ? 'done' : ''} ${props.class ?? ''}`}
    aria-label=${props.label === undefined ? name : undefined}
    title=${props.label === undefined ? name : undefined}
    onClick=${onClick}
  >
    <${Icon} name=${done.value ? 'check' : (props.icon ?? 'copy')} />${props.label}
  </button>`;
}

/** Lines of code with a button that copies them. */
export function Code(props: { text: string; what: string }): View {
  return html`<div class="code">
    <pre tabindex="0" role="region" aria-label=${props.what}><code>${props.text}</code></pre>
    <${CopyButton} text=${() => props.text} what=${props.what} />
  </div>`;
}
