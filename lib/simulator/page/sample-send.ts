import type { ResolvedOptions } from '../simulator.options.js';

type Known = Pick<ResolvedOptions, 'basePath' | 'userId' | 'apiKey' | 'apiKeyHeader'>;

/** Stands for scheme, host and port, which only the page knows as the reader has them. */
const ORIGIN = '{origin}';
const DEMO_KEY = 'demo-api-key';
const KEY_PLACEHOLDER = 'YOUR_API_KEY';

const FIELDS: readonly (readonly [string, string])[] = [
  ['mobile', '919876543210'],
  ['senderid', 'DEMO'],
  ['dltEntityId', '1201159100000000001'],
  ['msg', 'Your code is 482913.'],
  ['sendMethod', 'quick'],
  ['msgType', 'text'],
  ['output', 'json'],
  ['duplicatecheck', 'true'],
];

/** The key as it may be shown: the demo one; a placeholder where another one was given. */
export function shownKey(apiKey: string): string {
  return apiKey === DEMO_KEY ? apiKey : KEY_PLACEHOLDER;
}

/** The curl that sends a first message to a simulator. */
export function sampleCurl({ basePath, userId, apiKey, apiKeyHeader }: Known): string {
  return [
    `curl ${quote(`${ORIGIN}${basePath}/SMSApi/send`)}`,
    `-H ${quote(`${apiKeyHeader}: ${shownKey(apiKey)}`)}`,
    ...[['userid', userId] as const, ...FIELDS].map(
      ([name, value]) => `--form-string ${quote(`${name}=${value}`)}`,
    ),
  ].join(' \\\n  ');
}

/** The lines of a Nest app that has a simulator as its gateway; `{insecure}` stands for leave to use http. */
export function sampleNest({ basePath, userId, apiKey, apiKeyHeader }: Known): string {
  const header = apiKeyHeader === 'apikey' ? '' : `\n    header: ${literal(apiKeyHeader)},`;
  return `// app.module.ts
SmsGatewayModule.forRoot({
  baseUrl: ${literal(ORIGIN + basePath)},{insecure}
  auth: {
    method: 'apiKey',
    userId: ${literal(userId)},
    apiKey: ${literal(shownKey(apiKey))},${header}
  },
  defaults: { senderId: 'DEMO' },
})

// wherever SmsService is injected
await this.sms.send({
  to: '+91 98765 43210',
  text: 'Your code is 482913.',
});`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
