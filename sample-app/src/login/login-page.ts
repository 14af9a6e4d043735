import { escaped, pageOf, policyOf } from '../pages/page.js';

const SCRIPT = `
  const $ = (id) => document.getElementById(id);
  const WHY = {
    wrong: 'This code is wrong.',
    expired: 'The code has expired. Start again.',
    used: 'This code was used before. Start again.',
    exhausted: 'Too many wrong codes. Start again.',
    'unknown-id': 'This login is over. Start again.',
  };
  let login, timer;

  async function post(path, body) {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/login/' + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const result = await answer.json();
    if (answer.ok) return result;
    // The id of a resend is not valid once the code has expired or is about to.
    const [issue] = result.issues ?? [];
    const isNumber = result.code === 'country' || issue?.path === 'to';
    const problem = isNumber ? 'No code can be sent to this number. ' + $('countries').textContent
      : issue ? WHY.expired : result.message;
    const wait = answer.headers.get('Retry-After');
    throw new Error(problem + (wait ? ' Wait ' + wait + ' s.' : ''));
  }

  function say(text) { $('status').textContent = text }

  function show(step) {
    for (const each of ['number', 'code', 'done']) $(each).hidden = each !== step;
    $(step).querySelector('input, h2').focus();
  }

  function sent(started) {
    login = started;
    say(started.outcome === 'unknown' ? 'The code should arrive soon.' : 'The code is on its way.');
    clearInterval(timer);
    const end = performance.now() + started.resendIn;
    const tick = () => {
      const left = Math.ceil((end - performance.now()) / 1000);
      $('resend').disabled = left > 0;
      $('resend').textContent = left > 0 ? 'Send it again in ' + left + ' s' : 'Send it again';
      if (left <= 0) clearInterval(timer);
    };
    timer = setInterval(tick, 250);
    tick();
  }

  // Each form does one thing at a time, and says what went wrong.
  function on(id, event, work) {
    $(id).addEventListener(event, async (given) => {
      given.preventDefault();
      say('');
      try { await work() } catch (error) { say(error.message) }
    });
  }

  on('number', 'submit', async () => {
    sent(await post('start', { to: $('to').value }));
    show('code');
    waitForText();
  });
  on('resend', 'click', async () => sent(await post('resend', { id: login.id })));
  on('again', 'click', () => { $('otp').value = ''; show('number') });
  on('code', 'submit', async () => {
    const result = await post('verify', { id: login.id, code: $('otp').value });
    if (result.ok) return show('done');
    const { reason, checksLeft } = result;
    say(WHY[reason] + (reason !== 'wrong' ? '' : checksLeft === 0 ? ' It was the last try. Start again.'
      : ' Tries left: ' + checksLeft + '.'));
    $('otp').select();
  });

  // Web OTP: Chrome on Android reads the text whose last line names this site.
  async function waitForText() {
    if (!('OTPCredential' in window)) return;
    const found = await navigator.credentials.get({ otp: { transport: ['sms'] } }).catch(() => null);
    if (!found) return;
    $('otp').value = found.code;
    $('code').requestSubmit();
  }`;

/** The page runs its own script, and nothing else. */
export const LOGIN_POLICY = policyOf(SCRIPT);

/**
 * The page of the login.
 *
 * @param countries the only ones whose numbers get a code, for example `IN,LK`
 * @param inbox the address of the simulator's inbox, if there is a simulator
 */
export function loginPage(countries: string, inbox: string | undefined): string {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const list = new Intl.ListFormat('en').format(
    countries.split(',').map((each) => `${names.of(each)}`),
  );
  return pageOf({ title: 'Log in', isNarrow: true, script: SCRIPT, main: mainOf(list, inbox) });
}

const mainOf = (countries: string, inbox: string | undefined): string => `<h1>Log in</h1>
<div class="box">
<form id="number">
  <label for="to">Mobile number, with country prefix</label>
  <input id="to" type="tel" autocomplete="tel" placeholder="+91 98765 43210" required>
  <button class="first">Send a code</button>
</form>
<form id="code" hidden>
  <label for="otp">Code</label>
  <input id="otp" inputmode="numeric" autocomplete="one-time-code" required>
  <button class="first">Log in</button>
  <button type="button" id="resend">Send it again</button>
  <button type="button" id="again">Start again</button>
</form>
<section id="done" hidden><h2 tabindex="-1">You are logged in</h2></section>
<p id="status" role="status"></p>
</div>
<p class="quiet" id="countries">Only valid numbers of these countries get a code: ${countries}.</p>
<p class="quiet">The app sends a one-time password.${
  inbox === undefined
    ? ''
    : ` Nothing reaches a phone: the message is in <a href="${escaped(inbox)}/">the inbox</a>.`
}</p>`;
