import { html, type View } from '../html.js';
import { shown } from '../logic/format.js';
import { setSelectedRead } from '../state/actions.js';
import { clearSelection, selected } from '../state/selection.js';
import { IconButton } from './buttons.js';
import { showDialog } from './dialogs.js';
import { Icon, type IconName } from './icons.js';

/** A button above the list. */
export function action(
  icon: IconName,
  label: string,
  disabled: boolean,
  onClick: () => void,
): View {
  return html`<button class="button quiet" title=${label} disabled=${disabled} onClick=${onClick}>
    <${Icon} name=${icon} /><span>${label}</span>
  </button>`;
}

/** What can be done with the selected messages. */
export function SelectionBar(): View {
  return html`<div class="list-head picking" role="group" aria-label="Selection">
    <${IconButton} icon="close" label="Clear the selection" onClick=${clearSelection} />
    <b class="counts">${shown(selected.value.size)} selected</b>
    ${action('read', 'Mark read', false, () => void setSelectedRead(true))}
    ${action('download', 'Export', false, () => showDialog('export'))}
    ${action('trash', 'Delete', false, () => showDialog('delete'))}
  </div>`;
}
