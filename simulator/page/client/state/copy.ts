import { report, say } from './notices.js';

/** Puts a text on the clipboard. Returns whether that worked. */
export async function copy(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyByHand(text)) {
      report('The browser does not allow the page to copy.');
      return false;
    }
  }
  say(`${what} copied.`);
  return true;
}

// Pages that came over http from another machine have no clipboard, but can copy a selection.
function copyByHand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'off-screen';
  document.body.append(field);
  field.select();
  // eslint-disable-next-line typescript/no-deprecated
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
