import { exampleSenders } from '../common/sender-ids.js';
import type { ResolvedOptions } from '../options/check-options.js';

type Known = Pick<ResolvedOptions, 'basePath' | 'userId' | 'apiKey' | 'apiKeyHeader' | 'senderIds'>;

/** Stands for scheme, host and port, because only the page knows the address that the reader uses. */
const ORIGIN = '{origin}';
const DEMO_KEY = 'demo-api-key';

const FIELDS = {
  mobile: '919876543210',
  dltEntityId: '1201159100000000001',
  msg: 'Your code is 482913.',
  sendMethod: 'quick',
  msgType: 'text',
  output: 'json',
  duplicatecheck: 'true',
} as const;

/** The key as it may be shown: the demo key, or a placeholder for any other. */
export function shownApiKey(apiKey: string): string {
  return apiKey === DEMO_KEY ? apiKey : 'YOUR_API_KEY';
}

/** The sender of the samples: an allowed one. */
function sampleSender({ senderIds }: Pick<Known, 'senderIds'>): string {
  return exampleSenders(senderIds)[0] ?? '';
}

/** A curl command that sends a first message to a simulator. */
export function sampleCurl(settings: Known, origin = ORIGIN): string {
  const { basePath, userId, apiKey, apiKeyHeader } = settings;
  const fields = { userid: userId, senderid: sampleSender(settings), ...FIELDS };
  return [
    `curl ${quote(`${origin}${basePath}/SMSApi/send`)}`,
    `-H ${quote(`${apiKeyHeader}: ${shownApiKey(apiKey)}`)}`,
    ...Object.entries(fields).map(([name, value]) => `--form-string ${quote(`${name}=${value}`)}`),
  ].join(' \\\n  ');
}

/** Code of a Nest app that uses a simulator; `{insecure}` stands for the permission to use http. */
export function sampleNest(settings: Known): string {
  const { basePath, userId, apiKey, apiKeyHeader } = settings;
  const header = apiKeyHeader === 'apikey' ? '' : `\n    header: ${literal(apiKeyHeader)},`;
  return `// app.module.ts
SmsGatewayModule.forRoot({
  baseUrl: ${literal(ORIGIN + basePath)},{insecure}
  auth: {
    method: 'apiKey',
    userId: ${literal(userId)},
    apiKey: ${literal(shownApiKey(apiKey))},${header}
  },
  defaults: { senderId: ${literal(sampleSender(settings))} },
})

// where SmsService is injected
await this.sms.send({
  to: '+91 98765 43210',
  text: 'Your code is 482913.',
});`;
}

/** A text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
