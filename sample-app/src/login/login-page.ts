import { createHash } from 'node:crypto';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 3rem auto; padding: 0 1rem }
  label, input, button { display: block; font: inherit; width: 100%; box-sizing: border-box }
  input, button { padding: .5rem; margin: .25rem 0 1rem }`;

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
    const problem = !issue ? result.message : issue.path === 'to' ? 'The number is not valid.' : WHY.expired;
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

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page runs its own script, and nothing else. */
export const LOGIN_POLICY = `default-src 'none'; connect-src 'self'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** The page of the login. */
export const LOGIN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Log in</title>
<style>${STYLE}</style>
<main>
<h1>Log in</h1>
<form id="number">
  <label for="to">Mobile number, with country prefix</label>
  <input id="to" type="tel" autocomplete="tel" required>
  <button>Send a code</button>
</form>
<form id="code" hidden>
  <label for="otp">Code</label>
  <input id="otp" inputmode="numeric" autocomplete="one-time-code" required>
  <button>Log in</button>
  <button type="button" id="resend">Send it again</button>
  <button type="button" id="again">Start again</button>
</form>
<section id="done" hidden><h2 tabindex="-1">You are logged in</h2></section>
<p id="status" role="status"></p>
</main>
<script>${SCRIPT}</script>
</html>
`;
