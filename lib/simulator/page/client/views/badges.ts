import { html, type View } from '../html.js';
import type { Row } from '../state/row.js';
import { Icon } from './icons.js';

type Badged = Pick<
  Row,
  'status' | 'encoding' | 'parts' | 'otp' | 'rejected' | 'duplicate' | 'fault'
>;

/** What is worth knowing of a message at a glance. */
export function Badges({ of }: { of: Badged }): View {
  return html`<span class="badges">
    ${of.status === 'refused' && html`<span class="badge danger">refused</span>`}
    ${of.fault !== null && html`<span class="badge fault"><${Icon} name="bolt" />${of.fault}</span>`}
    ${of.otp !== null && html`<span class="badge code-badge"><${Icon} name="key" />${of.otp}</span>`}
    ${
      of.parts > 0 &&
      html`<span class=${`badge ${of.encoding === 'UCS-2' ? 'wide' : ''}`}
        >${of.encoding}${of.parts > 1 && html` <b>×${of.parts}</b>`}</span
      >`
    }
    ${
      of.rejected > 0 &&
      html`<span class="badge warn">${of.rejected > 1 ? `${of.rejected} ` : ''}rejected</span>`
    }
    ${of.duplicate && html`<span class="badge warn">duplicate</span>`}
  </span>`;
}
