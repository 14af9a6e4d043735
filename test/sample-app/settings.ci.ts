import { readFile } from 'node:fs/promises';
import { Settings } from '../../sample-app/src/settings.js';
import { startSample } from './sample.js';

const REAL = {
  SMS_BASE_URL: 'https://sms.example.com',
  SMS_USER_ID: 'acme',
  SMS_PASSWORD: 'pass word',
};

it.each([
  ['SMS_USER_ID is missing', { ...REAL, SMS_USER_ID: '' }, 'SMS_USER_ID'],
  ['SMS_PASSWORD is missing', { ...REAL, SMS_PASSWORD: '' }, 'SMS_PASSWORD'],
  ['SMS_API_KEY is missing', { ...REAL, SMS_AUTH_METHOD: 'apiKey' }, 'SMS_API_KEY'],
  ['the method is unknown', { ...REAL, SMS_AUTH_METHOD: 'basic' }, 'SMS_AUTH_METHOD'],
  ['the address is missing', { ...REAL, SMS_BASE_URL: '' }, 'SMS_BASE_URL'],
  ['the address is not a URL', { ...REAL, SMS_BASE_URL: 'sms.example.com' }, 'SMS_BASE_URL'],
  ['the zone is unknown', { ...REAL, SMS_TIME_ZONE: 'India' }, 'SMS_TIME_ZONE'],
  ['the role is unknown', { SMS_ROLE: 'sender' }, 'SMS_ROLE'],
  ['a worker has no queue', { SMS_ROLE: 'worker' }, 'SMS_QUEUE_URL'],
  ['the queue is not a URL', { SMS_QUEUE_URL: 'localhost' }, 'SMS_QUEUE_URL'],
  ['the queue has no key', { SMS_QUEUE_URL: 'redis://localhost' }, 'SMS_ENCRYPTION_KEYS'],
  ['the port is not a number', { PORT: 'http' }, 'PORT'],
])('does not start if %s, and names the variable', async (_what, settings, variable) => {
  const failure: unknown = await startSample(settings).catch((error: unknown) => error);
  delete process.env['PORT'];
  expect(String(failure)).toContain(variable);
  expect(String(failure)).not.toContain('pass word');
});

it('does not start if the address is http to another machine', async () => {
  const settings = { ...REAL, SMS_BASE_URL: 'http://sms.example.com' };
  await expect(startSample(settings)).rejects.toThrow(/baseUrl .*https/);
});

it('treats empty variables as not set', async () => {
  const unset = { SMS_BASE_URL: '', SMS_USER_ID: '', SMS_SENDER_ID: '', SMS_AUTH_METHOD: '' };
  await expect(startSample(unset)).resolves.toBeDefined();
});

it('documents exactly its variables in .env.example', async () => {
  const example = await readFile('sample-app/.env.example', 'utf8');
  const documented = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(Object.keys(new Settings()).toSorted());
});
