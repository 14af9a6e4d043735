import { effect } from '@preact/signals';
import { render } from 'preact';
import { html } from './html.js';
import { listenToKeys } from './keys.js';
import { shown } from './logic/format.js';
import { place } from './state/address.js';
import { listen } from './state/connection.js';
import { seek } from './state/cursor.js';
import { faults } from './state/faults.js';
import {
  applyChange,
  keptCounts,
  planRecount,
  readMissed,
  reload,
  searchFor,
} from './state/inbox.js';
import { opened } from './state/opened.js';
import { changeSelection, clearSelection } from './state/selection.js';
import { readSettings } from './state/settings.js';
import { App } from './views/app.js';

const root = document.getElementById('app');
if (root !== null) render(html`<${App} />`, root);

let { search } = place.value;
effect(() => {
  if (place.value.search === search) return;
  search = place.value.search;
  clearSelection();
  searchFor(search);
});

let message: string | null = null;
effect(() => {
  if (place.value.message === message) return;
  message = place.value.message;
  if (message !== null) seek(message);
  void opened.open(message);
});

effect(() => {
  const unread = keptCounts.value?.unread ?? 0;
  document.title = unread === 0 ? 'SMS inbox' : `(${shown(unread)}) SMS inbox`;
});

listenToKeys();
listen({
  onOpen() {
    readMissed();
    opened.openMissed();
  },
  onReset() {
    clearSelection();
    void readSettings();
    reload(place.value.search);
    if (place.value.message !== null) void opened.open(place.value.message);
  },
  onChange(change) {
    applyChange(change);
    changeSelection(change);
  },
  onFaults(faultReport) {
    faults.value = faultReport;
  },
  onAway: planRecount,
});
