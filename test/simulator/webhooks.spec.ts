import type { GatewaySimulator } from '../../simulator/index.js';
import { FORM, send, start } from './client.js';
import { type Given, LOGIN } from './questions.js';
import { listen, settled } from './report-receiver.js';

const SHOP: Given = { userid: 'shop', password: 'shop-password' };
const accounts = [{ userId: 'shop', password: 'shop-password' }];

/** Sets a webhook, and returns the answer and the notes on it. */
async function create(gateway: GatewaySimulator, given: Given, login = LOGIN, action = 'create') {
  const body = new URLSearchParams({ ...login, ...given });
  const answer = await fetch(`${gateway.url}/SMSApi/webhook/${action}`, { method: 'POST', body });
  const { response } = (await answer.json()) as { response: object };
  const notes = gateway.others.at(-1)?.notes.filter((note) => !note.includes('password'));
  return { response, notes };
}

/** Sends the reports of the newest message again; whether there are any. */
async function hasReports({ origin, messages }: GatewaySimulator): Promise<boolean> {
  const url = `${origin}/api/messages/${messages.at(-1)?.id}`;
  await fetch(`${url}/delivery`, { method: 'PUT', body: '{"status":"delivered"}' });
  return (await fetch(`${url}/report`, { method: 'POST' })).ok;
}

const webhook = (smswebhook: string): Given => ({ smswebhook, smswebhookrate: '10' });
const NO_ADDRESS = 'The required parameter smswebhook is not an http or https address';
const success = {
  api: 'webhook',
  action: 'create',
  status: 'success',
  msg: 'success',
  code: '200',
};

describe('a webhook', () => {
  it('gets the reports of its account only, at the address that was set last', async () => {
    const [first, second, ofShop] = [await listen(), await listen(), await listen()];
    const gateway = await start({ webhooks: true, deliveryDelay: 0, accounts });
    for (const { url } of [first, second]) {
      const { response, notes } = await create(gateway, webhook(url));
      expect(response).toEqual(success);
      expect(notes).toEqual([]);
    }
    await send(gateway, SHOP, {});
    expect(await hasReports(gateway)).toBe(false);
    await create(gateway, webhook(ofShop.url), SHOP);
    gateway.reset();
    await send(gateway);
    await settled(() => expect(second.mobiles()).toEqual([FORM['mobile']]));
    await send(gateway, SHOP, {});
    await settled(() => expect(ofShop.mobiles()).toEqual([FORM['mobile']]));
    expect([first.posts.length, second.posts.length]).toEqual([0, 1]);
    expect(await hasReports(gateway)).toBe(true);
    await settled(() => expect(ofShop.posts.length).toBeGreaterThan(1));
  });

  it('can be updated without a rate', async () => {
    const [first, second] = [await listen(), await listen()];
    const gateway = await start({ webhooks: true, deliveryDelay: 0 });
    await create(gateway, webhook(first.url));
    const smswebhook = second.url;
    const { response } = await create(gateway, { smswebhook }, LOGIN, 'update');
    expect(response).toEqual({ ...success, action: 'update' });
    await send(gateway);
    await settled(() => expect(second.mobiles()).toEqual([FORM['mobile']]));
    expect(first.posts).toEqual([]);
  });

  it('is not shown, not even if it repeats its own address', async () => {
    const { url } = await listen(200, 'no /reports?secret=1 here');
    const gateway = await start({ webhooks: true, deliveryDelay: 0 });
    await create(gateway, webhook(url));
    await send(gateway);
    const reports = () => gateway.messages[0]?.timeline.filter(({ answer }) => answer);
    await settled(() =>
      expect(reports()).toMatchObject([{ answer: 'HTTP 200: no <masked> here' }]),
    );
    expect(JSON.stringify([gateway.messages, gateway.others])).not.toContain('secret=1');
  });

  it('gets nothing if there is a reportUrl, and a note says so', async () => {
    const [own, other] = [await listen(), await listen()];
    const gateway = await start({ webhooks: true, reportUrl: own.url, deliveryDelay: 0 });
    const { response, notes } = await create(gateway, webhook(other.url));
    expect(response).toEqual(success);
    expect(notes).toEqual(['Reports go to the option reportUrl instead.']);
    await send(gateway);
    await settled(() => expect(own.posts).toHaveLength(1));
    expect(other.posts).toEqual([]);
  });

  it('gets nothing without the option, and a note says so', async () => {
    const { url, posts } = await listen();
    const gateway = await start({ deliveryDelay: 0 });
    const { response, notes } = await create(gateway, webhook(url));
    expect(response).toEqual(success);
    expect(notes).toEqual([
      'Nothing will be posted there, because the option webhooks is not set.',
    ]);
    await send(gateway);
    expect(await hasReports(gateway)).toBe(false);
    expect(posts).toEqual([]);
  });

  it.each([
    [{ smswebhook: '' }, 'The required parameter smswebhook is missing'],
    [{ smswebhookrate: '' }, 'The required parameter smswebhookrate is missing'],
    [{ smswebhook: 'app.test/reports' }, NO_ADDRESS],
    [{ smswebhook: 'file:///etc/hosts' }, NO_ADDRESS],
    [{ smswebhook: 'http://u:p@app.test/' }, NO_ADDRESS],
  ])('is refused with 213 if it is set with %j', async (change, msg) => {
    const gateway = await start({ webhooks: true });
    const { response, notes } = await create(gateway, { ...webhook('http://x.test'), ...change });
    expect(response).toMatchObject({ status: 'error', code: '213', msg });
    expect(notes).toEqual([]);
    await send(gateway);
    expect(await hasReports(gateway)).toBe(false);
  });
});
