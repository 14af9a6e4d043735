import { html, type View } from '../html.js';
import { counted } from '../logic/counted.js';
import { place } from '../state/address.js';
import { deleteMessages } from '../state/api.js';
import { found } from '../state/inbox.js';
import { report, say } from '../state/notices.js';

/** Asks before many messages go. */
export function ConfirmDelete({ onDone }: { onDone: () => void }): View {
  const { search } = place.value;
  const what = counted(found.value.total, 'message');
  const act = async () => {
    onDone();
    try {
      await deleteMessages(search);
      say(`${what} deleted.`);
    } catch (error) {
      report(error);
    }
  };
  return html`<h2>Delete ${what}?</h2>
    <p>
      ${
        search === ''
          ? 'The inbox will be empty. This can’t be undone.'
          : html`Everything that fits <code>${search}</code> will be gone. This can’t be undone.`
      }
    </p>
    <div class="dialog-actions">
      <button class="button" autofocus onClick=${onDone}>Keep</button>
      <button class="button danger" onClick=${() => void act()}>Delete ${what}</button>
    </div>`;
}
