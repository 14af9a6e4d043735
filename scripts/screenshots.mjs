// Takes the screenshots of the inbox page in docs/images, after `npm run build`:
// `node scripts/screenshots.mjs [folder]`.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { launchBrowser } from './chromium.mjs';

const { GatewaySimulator } = await import(
  process.env['SIMULATOR'] ?? '../dist/esm/simulator/index.js'
);
const FOLDER = process.argv[2] ?? 'docs/images';
const MOST_BYTES = 190_000;
// Always the same time, so that the screenshots do not change.
let clock = Date.parse('2026-03-17T14:31:07.480Z');

const SENDS = [
  {
    mobile: '14155550123',
    senderid: 'NORTHW',
    msg: 'Northwind: your order 88-2041 has left our warehouse.',
  },
  {
    mobile: '919876500011',
    senderid: 'ACMECO',
    msg: 'Your Acme code is 771204. It is valid for 10 minutes.',
  },
  {
    mobile: '4917012345678',
    senderid: 'KLINIK',
    msg: 'Ihr Termin: Dienstag 24. März, 9:30 Uhr. Absagen bitte bis Montag.',
  },
  {
    mobile: '919876500029',
    senderid: 'ACMECO',
    msg: 'Dear customer, your parcel is out for delivery today between 2 pm and 6 pm. Our courier will call you before arriving. If nobody is home, the parcel goes to the nearest pickup point.',
  },
  {
    mobile: '33612345678',
    senderid: 'CAFE',
    msg: 'Merci ! Votre table pour 4 est réservée samedi à 20 h.',
  },
  {
    mobile: '919876500029,12345',
    senderid: 'ACMECO',
    msg: 'The maintenance window starts at 23:00.',
  },
  {
    mobile: '99900000429',
    senderid: 'ACMECO',
    msg: 'Reminder: your subscription renews tomorrow.',
  },
  { mobile: '447700900123', senderid: 'FREE PRIZE', msg: 'You have won! Reply YES to claim.' },
  {
    mobile: '447700900123',
    senderid: 'BANKCO',
    msg: 'You paid £12.40 at Corner Books. Was it not you? Reply STOP.',
  },
  {
    mobile: '447700900123',
    senderid: 'BANKCO',
    msg: 'You paid £12.40 at Corner Books. Was it not you? Reply STOP.',
  },
  {
    mobile: '919876543210',
    senderid: 'ACMECO',
    msg: '“Welcome to Acme” – we’re glad you’re here… Your sign-in code is 482913. Don’t share it with anyone, not even with us.',
  },
  {
    mobile: '971501234567',
    senderid: 'SOUQ',
    msg: 'طلبك في الطريق إليك وسيصل اليوم قبل الساعة السادسة مساءً.',
  },
  {
    mobile: '919812345671',
    senderid: 'ACMECO',
    msg: 'உங்கள் பார்சல் இன்று வந்து சேரும்.',
  },
  {
    mobile: '919812345670',
    senderid: 'ACMECO',
    msg: 'आपका ओटीपी 305518 है। इसे किसी के साथ साझा न करें।',
  },
  { mobile: '919876500029', senderid: 'ACMECO', msg: '🎉 Happy birthday, Priya! 20% off today 🎂' },
  { mobile: '79161234567', senderid: 'VOLNA', msg: 'Ваш код подтверждения: 602418' },
];

const gateway = await GatewaySimulator.start({
  port: 0, // 4010 may be in use
  deliveryDelay: 0,
  now: () => clock,
  senderIds: [...new Set(SENDS.map(({ senderid }) => senderid))].filter(
    (name) => name !== 'FREE PRIZE',
  ),
});
// The page shows the address that it was loaded from, so load it from the default one.
const ADDRESS = 'http://127.0.0.1:4010';
const rule = `MAP ${new URL(ADDRESS).host} ${new URL(gateway.origin).host}`;
const browser = await launchBrowser({ TZ: 'UTC', LANG: 'en_GB.UTF-8' }, [
  `--host-resolver-rules=${rule}`,
]);
mkdirSync(FOLDER, { recursive: true });

for (const send of SENDS) {
  clock += 47_000;
  await fetch(`${gateway.url}/SMSApi/send`, {
    method: 'POST',
    headers: { apikey: 'demo-api-key', 'user-agent': 'axios/1.21.1' },
    body: form(send),
  });
  // Otherwise a picture shows it as pending or as delivered, at one time or another.
  while (gateway.messages.at(-1)?.deliveries.some(({ status }) => status === 'pending')) {
    await setTimeout(5);
  }
}
for (const { id } of [...gateway.messages, ...gateway.refused].filter(
  ({ senderId }) => senderId !== 'VOLNA' && senderId !== 'BANKCO',
)) {
  await fetch(`${gateway.origin}/api/messages/${id}/read`, { method: 'POST' });
}

await shoot('inbox-message', {}, open);
await shoot('inbox-refused', { colorScheme: 'dark' }, async (page) => {
  await page.getByRole('row').filter({ hasText: 'FREE PRIZE' }).locator('.to').click();
  await page.getByRole('note', { name: 'Refusal' }).waitFor();
});
await shoot('inbox-narrow', { viewport: { width: 390, height: 780 } }, async (page) => {
  await page.getByRole('gridcell').first().waitFor();
});
gateway.faults.next('accept-then-drop', 2).chance('500', 0.1);
await shoot('inbox-faults', {}, async (page) => {
  await page.getByRole('button', { name: 'Faults', exact: true }).click();
  await page.getByRole('heading', { name: 'On now' }).waitFor();
  await page.getByRole('combobox', { name: 'Fault', exact: true }).selectOption('drop');
});

await browser.close();
await gateway.close();

async function open(page) {
  await page.getByRole('row').filter({ hasText: 'Welcome' }).locator('.to').click();
  await page.getByRole('tab', { name: 'Message' }).waitFor();
  await page.getByText('delivered', { exact: true }).first().waitFor();
}

async function shoot(name, options, act) {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 780 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(clock);
  await page.goto(ADDRESS);
  await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
  await act(page);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path });
  await context.close();
  if (statSync(path).size > MOST_BYTES)
    throw new Error(`${path} is larger than ${MOST_BYTES} bytes`);
}

function form(change) {
  const body = new FormData();
  const fields = {
    userid: 'demo',
    dltEntityId: '1201159100000000001',
    sendMethod: 'quick',
    // GSM-7 has the other characters of these texts.
    msgType: /[^\0-\xff]/.test(change.msg) ? 'unicode' : 'text',
    output: 'json',
    duplicatecheck: 'true',
    ...change,
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
}
