import request from 'supertest';
import { launchBrowser } from '../../scripts/chromium.mjs';
import { GatewaySimulator } from '../../simulator/index.js';
import { Running } from '../docs/terminal.js';
import { storeForTests } from '../queue/describe-stores.js';
import { afterThisTest } from '../support/clean-up.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, accountOf, buildSample, NUMBER, startGateway, startSample } from './sample.js';

const ADMIN_PASSWORD = 'board password';
const REPORT_PATH = 'sms-reports/0123456789abcdef';
const PAGES = ['/queues', '/unknown'];
const TEXT = 'Your code is 482913';

const [own, ofRoles] = [storeForTests('PostgreSQL'), storeForTests('PostgreSQL')];
let gateway: GatewaySimulator;
/** Takes requests and sends. */
let app: App;
/** Takes requests only, in a database of its own. */
let web: App;

// In processes of their own: the board is CommonJS and requires Nest, which Jest cannot do.
beforeAll(async () => {
  await buildSample();
  gateway = await GatewaySimulator.start(ACCOUNT);
  [app, web] = await Promise.all([
    startQueueApp(),
    startQueueApp({ SMS_QUEUE_URL: ofRoles.store.url, SMS_ROLE: 'web', SMS_ADMIN_PASSWORD: '' }),
  ]);
}, 120_000);

beforeEach(() => gateway.reset());

afterAll(async () => {
  await Promise.all([app?.stop('SIGINT'), web?.stop('SIGINT')]);
  await gateway?.close();
});

type App = Running & { readonly url: string };

async function startQueueApp(settings: Record<string, string> = {}): Promise<App> {
  const running = Running.start('exec node sample-app/dist/main.js', process.cwd(), {
    ...accountOf(gateway.url),
    NODE_ENV: 'test',
    PORT: '0',
    SMS_AUTH_METHOD: 'password',
    SMS_SENDER_ID: 'SAMPLE',
    SMS_TIME_ZONE: 'UTC',
    SMS_QUEUE_URL: own.store.url,
    SMS_ENCRYPTION_KEYS: 'ab'.repeat(32),
    SMS_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SMS_REPORT_PATH: REPORT_PATH,
    ...settings,
  });
  await running.untilPrinted(/Ctrl-C ends it\./);
  // A worker has none.
  const [, url = ''] = /App +(http:\S+)/.exec(running.output) ?? [];
  return Object.assign(running, { url });
}

async function add(more: object = {}, { url } = app): Promise<string> {
  const message = { to: NUMBER, text: TEXT, ...more };
  const answer = await request(url).post('/sms/queue').send(message);
  expect(answer.status).toBe(202);
  return answer.body.id;
}

async function state(id: string) {
  return (await request(app.url).get(`/sms/queue/${id}`)).body;
}

async function reaches(id: string, status: string) {
  await eventually(async () => (await state(id)).status === status);
  return state(id);
}

/** A page, as the operator asks for it. */
function visit(path: string, password = ADMIN_PASSWORD) {
  return request(app.url).get(path).auth('admin', password);
}

/** What a button of the operator's page does. */
function press(id: string, action: string, origin = app.url) {
  return postTo(`/unknown/${id}`, origin).send({ action });
}

function postTo(path: string, origin = app.url) {
  return request(app.url)
    .post(path)
    .auth('admin', ADMIN_PASSWORD)
    .set('Origin', origin)
    .type('form');
}

/** A message whose answer was lost. */
async function addUnknown(): Promise<string> {
  gateway.faults.next('accept-then-drop');
  const id = await add();
  await reaches(id, 'unknown');
  return id;
}

it.each(['/sms/queue/m1', '/queues', '/unknown'])('has no %s without a queue', async (path) => {
  const without = await startSample();
  expect((await request(without.getHttpServer()).get(path)).status).toBe(404);
});

describe('POST /sms/queue', () => {
  it('queues a message, which is sent, and whose outcome can be read', async () => {
    const id = await add({ senderId: 'MYSHOP', priority: 'high', delay: 1 });
    const { outcome } = await reaches(id, 'accepted');
    expect(gateway.messages).toMatchObject([{ text: TEXT, senderId: 'MYSHOP' }]);
    expect(outcome.transactionId).toBe(gateway.messages[0]?.transactionId);
  });

  it('queues nothing for a key that was used, and answers with the first id', async () => {
    const message = { to: NUMBER, text: TEXT, key: 'order-4711' };
    const ask = () => request(app.url).post('/sms/queue').send(message);
    const { body: first } = await ask();
    expect(first).toEqual({ id: expect.any(String), duplicate: false });
    await reaches(first.id, 'accepted');
    expect((await ask()).body).toEqual({ id: first.id, duplicate: true });
    expect(gateway.messages).toHaveLength(1);
  });

  it.each([
    ['priority', { priority: 'urgent' }],
    ['delay', { delay: -1 }],
    ['key', { key: 4711 }],
    ['to', { to: '0123' }],
  ])('answers 400 to an invalid %s', async (name, more) => {
    const body = { to: NUMBER, text: TEXT, ...more };
    const answer = await request(app.url).post('/sms/queue').send(body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(name);
  });
});

describe('an app with the role web', () => {
  it('only queues, and leaves sending to a worker', async () => {
    await add({}, web);
    const ofWorker = await startGateway();
    const worker = await startQueueApp({
      ...accountOf(ofWorker.url),
      SMS_QUEUE_URL: ofRoles.store.url,
      SMS_ROLE: 'worker',
    });
    afterThisTest(() => worker.stop('SIGINT'));
    await ofWorker.waitFor({ to: NUMBER });
    expect(gateway.messages).toEqual([]);
  });

  it.each(PAGES)('has no %s where no password is set', async (path) => {
    expect((await request(web.url).get(path).auth('admin', '')).status).toBe(404);
  });
});

it('answers 404 and says why for an id that is not in the queue', async () => {
  const answer = await request(app.url).get('/sms/queue/m1');
  expect(answer.status).toBe(404);
  expect(answer.body.message).toContain('never queued');
});

it('describes the routes of the queue in Swagger, but not the pages of the operator', async () => {
  const { body: document } = await request(app.url).get('/docs-json');
  const routes = ['/health', '/sms', '/sms/queue', '/sms/queue/{id}'];
  expect(Object.keys(document.paths).toSorted()).toEqual(routes);
});

describe('the pages of the operator', () => {
  it.each(PAGES)('show %s only with the password', async (path) => {
    expect((await request(app.url).get(path)).status).toBe(401);
    expect((await visit(path, 'another')).status).toBe(401);
    expect((await visit(path)).status).toBe(200);
  });

  it('show neither numbers nor texts, before and after a send', async () => {
    const sent = await add();
    await reaches(sent, 'accepted');
    const unknown = await addUnknown();
    const delayed = await add({ delay: 3_600_000 });
    const texts = [(await visit('/queues')).text, (await visit('/unknown')).text];
    expect(texts[0]).toContain(sent);
    expect(texts[0]).toContain(delayed);
    expect(texts[1]).toContain(unknown);
    for (const text of texts) {
      expect(text).not.toContain('482913');
      expect(text).not.toContain(NUMBER.slice(2));
    }
  });
});

describe('/queues', () => {
  it('shows how many messages are in each state, and the state of the newest', async () => {
    const unknown = await addUnknown();
    const delayed = await add({ delay: 3_600_000 });
    const { text } = await visit('/queues');
    expect(text).toMatch(/<strong>[1-9]\d*<\/strong> are due later \(delayed\)/);
    expect(text).toMatch(
      new RegExp(`unknown \\([a-z-]+\\), added [\\d :-]+ UTC<br>\\s*<code[^>]*>${unknown}`),
    );
    expect(text).toMatch(new RegExp(`delayed, added [\\d :-]+ UTC<br>\\s*<code[^>]*>${delayed}`));
  });

  it('uses the word of the inbox for a message that the gateway refused', async () => {
    gateway.faults.next('refuse');
    const refused = await add();
    await reaches(refused, 'not-sent');
    expect(gateway.refused.at(-1)?.status).toBe('refused');
    const { text } = await visit('/queues');
    expect(text).toMatch(/<strong>[1-9]\d*<\/strong> are accepted or not-sent \(finished\)/);
    const line = `not-sent, refused \\(rejected\\), added [\\d :-]+ UTC<br>\\s*<code[^>]*>${refused}`;
    expect(text).toMatch(new RegExp(line));
  });

  it('only reads', async () => {
    const asked = request(app.url).post('/queues').auth('admin', ADMIN_PASSWORD);
    expect((await asked.set('Origin', app.url)).status).toBe(404);
  });
});

/** What the page of unknown messages says of one. */
const articleOf = async (id: string) => {
  const { text } = await visit('/unknown');
  return text.split('<article>').find((part) => part.includes(id));
};

describe('/unknown', () => {
  it('says to whom, when and why a message may have been sent, and what each button risks', async () => {
    const id = await addUnknown();
    const { outcome } = await state(id);
    const article = await articleOf(id);
    expect(article).toMatch(/To [9*•]+\S*10</);
    const risks = ['never gets the message', 'sends nothing', 'gets it twice'];
    for (const part of [new Date(outcome.at).toISOString(), outcome.code, ...risks]) {
      expect(article).toContain(part);
    }
  });

  it('shows the reports that may belong to a message', async () => {
    const id = await addUnknown();
    expect(await articleOf(id)).toContain('There are no reports yet. That proves nothing.');
    const report = { transId: '4711', mobile: NUMBER, status: 'DELIVERED' };
    const answer = await request(app.url).post(`/${REPORT_PATH}`).send(report);
    expect(answer.ok).toBe(true);
    const shown = /or to another one[^]*<li>delivered, transaction <code>4711</;
    expect(await articleOf(id)).toMatch(shown);
    expect(await state(id)).toMatchObject({ status: 'unknown' });
  });

  it.each(['accepted', 'not-sent'])('settles a message as %s, without a send', async (outcome) => {
    const id = await addUnknown();
    const answer = await press(id, outcome);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/unknown']);
    await reaches(id, outcome);
    expect((await visit('/unknown')).text).not.toContain(id);
    expect(gateway.messages).toHaveLength(1);
  });

  it('sends a message again', async () => {
    const id = await addUnknown();
    await press(id, 'resend');
    await reaches(id, 'accepted');
    expect(gateway.messages).toHaveLength(2);
  });

  it.each([
    ['a page of another site', 'https://evil.example'],
    ['a page without an origin', 'null'],
  ])('changes nothing for %s', async (_who, origin) => {
    const id = await addUnknown();
    expect((await press(id, 'resend', origin)).status).toBe(403);
    expect(await state(id)).toMatchObject({ status: 'unknown' });
  });

  it('answers 409 to a button for a message that another person has settled', async () => {
    const id = await addUnknown();
    await press(id, 'accepted');
    const answer = await press(id, 'resend');
    expect(answer.status).toBe(409);
    expect(gateway.messages).toHaveLength(1);
  });

  it('looks a message up when its button is pressed in a browser, and settles nothing', async () => {
    const id = await addUnknown();
    const browser = await launchBrowser();
    afterThisTest(() => browser.close());
    const httpCredentials = { username: 'admin', password: ADMIN_PASSWORD };
    const page = await browser.newPage({ httpCredentials });
    await page.goto(`${app.url}/unknown`);
    const message = page.getByRole('article').filter({ hasText: id });
    expect(await message.textContent()).not.toContain('Records');
    await message.getByRole('button', { name: 'Look it up' }).click();
    await page.getByRole('heading', { name: 'What the gateway recorded' }).waitFor();
    const text = (await message.textContent()) ?? '';
    expect(text).toMatch(/Records for this number, of this message or of another one:/);
    expect(text).toMatch(/to 91••••••3210, .*, the same text/);
    // All times are in one zone.
    expect(text).toMatch(/submitted [\d :-]+ UTC/);
    expect(text.replaceAll(/[\d-]{10} [\d:]{8} UTC/g, '')).not.toMatch(/\d:\d|zone/);
    expect(await page.content()).not.toMatch(/482913|9876543210/);
    expect(await state(id)).toMatchObject({ status: 'unknown' });
    // The other buttons work there as well.
    await message.getByRole('button', { name: 'It was accepted' }).click();
    await page.getByRole('heading', { name: 'Messages that may have been sent' }).waitFor();
    await reaches(id, 'accepted');
  });

  it('says that no record proves nothing, and why the gateway could not be asked', async () => {
    gateway.faults.next('drop');
    const id = await add();
    await reaches(id, 'unknown');
    const { text } = await postTo(`/unknown/${id}/records`);
    expect(text).toContain('The gateway lists nothing for this number. That proves nothing');
    const port = Number(new URL(gateway.url).port);
    await gateway.close();
    try {
      const failed = await postTo(`/unknown/${id}/records`);
      expect(failed.status).toBe(200);
      expect(failed.text).toMatch(/The gateway could not be asked\..*Nothing was sent/s);
    } finally {
      gateway = await GatewaySimulator.start({ ...ACCOUNT, port });
    }
  });

  it('looks up nothing for a page of another site, or once a message is settled', async () => {
    const id = await addUnknown();
    expect((await postTo(`/unknown/${id}/records`, 'https://evil.example')).status).toBe(403);
    await press(id, 'accepted');
    expect((await postTo(`/unknown/${id}/records`)).status).toBe(409);
  });

  it('answers 400 to an action that it does not know', async () => {
    expect((await press('m1', 'delete')).status).toBe(400);
  });
});
