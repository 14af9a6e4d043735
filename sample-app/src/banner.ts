import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import { optionalParts } from './optional-parts.js';
import type { Settings } from './settings.js';

/** What is printed once the app listens. */
export function banner(
  url: string,
  simulator: GatewaySimulator | null,
  { SMS_BASE_URL }: Settings,
): string {
  const gateway = simulator
    ? `  Simulator  ${simulator.url} (nothing reaches a phone)
  Inbox      ${simulator.origin}/
  Messages   ${simulator.origin}/api/messages`
    : `  Gateway    ${SMS_BASE_URL}${isLocal(SMS_BASE_URL) ? '' : ' (messages are sent for real)'}`;
  const parts = optionalParts();
  const hasQueue = parts.some(({ folder }) => folder === 'queue');
  const pages = parts.flatMap((part) => part.pages ?? []);
  const lines = pages.map(([path, name]) => `  ${name.padEnd(10)} ${url}${path}\n`);
  return `
nestjs-sms-gateway sample app

  App        ${url}
${lines.join('')}  Swagger    ${url}/docs
  Health     ${url}/health
${gateway}

Open ${url} and send a message, or try it here:

  curl -s ${url}/sms${hasQueue ? '/queue' : ''} -H 'Content-Type: application/json' \\
    -d '{ "to": "+91 98765 43210", "text": "Your order 42 is on its way." }'
${simulator ? `  curl -s ${simulator.origin}/api/messages\n` : ''}
Ctrl-C ends it.
`;
}

function isLocal(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
