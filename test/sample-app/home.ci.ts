import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import request from 'supertest';
import { accountOf, NUMBER, startGateway, startSample } from './sample.js';

const hrefs = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);

it('has a page at /, whose links to the app all answer', async () => {
  const app = await startSample();
  const { text, status } = await request(app.getHttpServer()).get('/');
  expect(status).toBe(200);
  const links = hrefs(text).filter((href) => href.startsWith('/'));
  expect(links).toEqual(['/', '/login', '/docs', '/health']);
  for (const link of links) {
    const answer = await request(app.getHttpServer()).get(link).redirects(1);
    expect([link, answer.status]).toEqual([link, 200]);
  }
  const inboxes = hrefs(text).filter((href) => /^http:\/\/127\.0\.0\.1:\d+\/$/.test(href));
  expect(inboxes).toHaveLength(2);
  const login = await request(app.getHttpServer()).get('/login');
  expect(hrefs(login.text)).toContain(inboxes[0]);
});

it('names the gateway at / where there is no simulator, and no number that only the simulator knows', async () => {
  const gateway = await startGateway();
  const app = await startSample(accountOf(gateway.url));
  const { text } = await request(app.getHttpServer()).get('/');
  expect(text).toContain(`Messages go to <code>${gateway.url}</code>`);
  expect(text).not.toContain('data-to=');
  expect(hrefs(text)).not.toContain(`${gateway.origin}/`);
  const login = await request(app.getHttpServer()).get('/login');
  expect(login.text).not.toContain('inbox');
});

it('sends codes of the login to the countries in SMS_LOGIN_COUNTRIES only, which its page names, and other messages to all', async () => {
  const app = await startSample({ SMS_LOGIN_COUNTRIES: 'DE,IN' });
  const page = await request(app.getHttpServer()).get('/login');
  expect(page.text).toContain(
    'Only valid numbers of these countries get a code: Germany and India.',
  );
  const start = (to: string) => request(app.getHttpServer()).post('/login/start').send({ to });
  expect((await start(NUMBER)).status).toBe(200);
  expect((await start('+44 7400 123456')).status).toBe(422);
  const message = { to: '+44 7400 123456', text: 'Hello' };
  expect((await request(app.getHttpServer()).post('/sms').send(message)).status).toBe(201);
});

it('starts without a warning', async () => {
  const lines: unknown[] = [];
  const note = (...said: unknown[]) => void lines.push(said);
  const spies = (['warn', 'error', 'fatal'] as const).map((level) =>
    jest.spyOn(Logger.prototype, level).mockImplementation(note),
  );
  // Another program may use the simulator's usual port, which would be a warning.
  await startSample({ SMS_SIMULATOR_PORT: '0' });
  for (const spy of spies) spy.mockRestore();
  expect(lines).toEqual([]);
});
