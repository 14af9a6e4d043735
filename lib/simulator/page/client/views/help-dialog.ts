import { html, type View } from '../html.js';

const KEYS = [
  ['/', 'Search'],
  ['j', 'Next message'],
  ['k', 'Message before'],
  ['Enter', 'Open'],
  ['Esc', 'Back; clear the search'],
  ['?', 'This help'],
] as const;

const TERMS = [
  ['code', 'in text, sender, numbers or transaction'],
  ['"your code"', 'these words, one behind the other'],
  ['to:98765', 'in a number'],
  ['from:DEMO', 'in the sender'],
  ['text:code', 'in the text'],
  ['status:refused', 'or accepted'],
  ['segments:>1', 'parts; also >= < <= ='],
  ['is:unread', 'or read, otp, duplicate, rejected'],
  ['-is:otp', 'a minus turns a term round'],
] as const;

export function HelpDialog(): View {
  return html`<h2>Keys</h2>
    <dl class="help-list">
      ${KEYS.map(
        ([key, meaning]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <h2>Search</h2>
    <dl class="help-list">
      ${TERMS.map(
        ([term, meaning]) =>
          html`<div>
            <dt><code>${term}</code></dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
    <form method="dialog" class="dialog-actions">
      <button class="button">Close</button>
    </form>`;
}
