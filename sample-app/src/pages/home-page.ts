import { type FaultName, MAGIC_RECIPIENTS } from 'nestjs-sms-gateway/simulator';
import type { OptionalPart } from '../optional-parts.js';
import { escaped, pageOf } from './page.js';

/** Posts the form, and shows what happened to the message. */
export const SCRIPT = `
  const $ = (id) => document.getElementById(id);
  const SAYS = {
    unknown: 'It may have been sent. Look it up before you send it again.',
    waiting: 'It is in the queue.',
    delayed: 'It is in the queue, and is sent later.',
    sending: 'A worker is sending it.',
  };

  let latest = 0;

  function show(outcome, text) {
    $('outcome').textContent = outcome;
    $('outcome').className = 'outcome ' + outcome;
    $('said').textContent = text;
    $('result').hidden = false;
  }

  async function ask(path, options) {
    const answer = await fetch(path, options);
    const result = await answer.json();
    if (answer.ok) return result;
    // The numbers and the text may be wrong in several ways.
    const issues = (result.issues ?? []).map(({ path, message }) => path + ' ' + message);
    const said = [result.message, ...issues, result.gateway?.reason].flat().filter(Boolean);
    throw Object.assign(new Error(said.join(' ')), { outcome: result.outcome ?? 'not-sent' });
  }

  function post(path) {
    const body = JSON.stringify({ to: $('to').value, text: $('text').value });
    return ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  }

  async function send() {
    const { transactionId, accepted, segments } = await post('/sms');
    const count = segments.count === 1 ? '1 segment' : segments.count + ' segments';
    show('accepted', 'The gateway accepted it for ' + accepted.join(', ') + '. ' + count + ', transaction ' + transactionId + '.');
  }

  async function queue() {
    const { id } = await post('/sms/queue');
    show('waiting', SAYS.waiting);
    follow(id, ++latest).catch(failed);
  }

  // Until its outcome is known, or the next message is on its way.
  async function follow(id, turn) {
    while (turn === latest) {
      const { status, outcome } = await ask('/sms/queue/' + id);
      if (turn !== latest) return;
      show(status, outcome?.status === 'accepted'
        ? 'A worker has sent it. Transaction ' + outcome.transactionId + '.'
        : outcome?.reason ?? SAYS[status] ?? '');
      if (outcome) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  function failed(error) {
    show(error.outcome ?? 'unknown', error.outcome ? error.message : 'The app does not answer.');
  }

  $('form').addEventListener('submit', async (given) => {
    given.preventDefault();
    const buttons = $('form').querySelectorAll('button');
    for (const each of buttons) each.disabled = true;
    $('result').hidden = true;
    latest += 1;
    await (given.submitter?.value === 'queue' ? queue() : send()).catch(failed);
    for (const each of buttons) each.disabled = false;
  });

  for (const each of document.querySelectorAll('[data-to]'))
    each.addEventListener('click', () => { $('to').value = each.dataset.to });`;

/** Numbers for which the simulator fails on purpose. */
const FAILING: readonly (readonly [FaultName, string])[] = [
  ['refuse', 'A number that the gateway rejects'],
  ['accept-then-drop', 'A number whose answer is lost'],
];

/** What runs. */
export interface Home {
  /** The address of the simulator's inbox, if there is a simulator. */
  readonly inbox: string | undefined;
  /** The address of the gateway, if there is no simulator. */
  readonly gateway: string;
  readonly parts: readonly Pick<OptionalPart, 'folder' | 'pages'>[];
}

/** The first page. */
export function homePage({ inbox, gateway, parts }: Home): string {
  const hasQueue = parts.some(({ folder }) => folder === 'queue');
  const where =
    inbox === undefined
      ? `Messages go to <code>${escaped(gateway)}</code>.`
      : `Nothing reaches a phone: messages go to the simulator, which shows them in <a href="${escaped(inbox)}/">its inbox</a>.`;
  const links: readonly (readonly [string, string, string])[] = [
    ...(inbox === undefined
      ? []
      : ([[`${inbox}/`, 'Inbox', 'What was sent, as on a phone. It can inject faults.']] as const)),
    ...parts.flatMap(({ pages = [] }) => pages),
    ['/docs', 'API', 'Swagger, to try the requests of this app.'],
    ['/health', 'Health', 'Whether the app can log in to the gateway.'],
  ];
  return pageOf({
    title: 'nestjs-sms-gateway sample app',
    script: SCRIPT,
    main: `<h1>Send a text message</h1>
<p>This Nest app sends through the <code>SmsService</code> of nestjs-sms-gateway. ${where}</p>
<form id="form" class="box" method="post" action="/sms">
<label for="to">To</label>
<input id="to" name="to" type="tel" value="+91 98765 43210" required>
<label for="text">Text</label>
<textarea id="text" name="text" rows="3" maxlength="2000" required>Your order 42 is on its way.</textarea>
<p><button class="first">Send</button>${hasQueue ? '<button name="way" value="queue">Queue it</button>' : ''}</p>
<div role="status"><p id="result" hidden><span id="outcome"></span> <span id="said"></span></p></div>
${inbox === undefined ? '' : failing()}
</form>
<h2>What runs</h2>
<ul class="links">
${links.map(([href, name, about]) => `<li class="box"><a href="${escaped(href)}">${name}</a><span>${about}</span></li>`).join('\n')}
</ul>`,
  });
}

function failing(): string {
  const buttons = FAILING.map(([fault, label]) => {
    const [to = ''] = Object.entries(MAGIC_RECIPIENTS).find(([, name]) => name === fault) ?? [];
    return `<button type="button" data-to="${to}">${label}</button>`;
  });
  return `<p>To see an error, fill in:<br>${buttons.join('')}</p>`;
}
