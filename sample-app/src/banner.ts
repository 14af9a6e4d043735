import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';
import type { Settings } from './settings.js';

/** What is printed once the app listens. */
export function banner(
  url: string,
  simulator: GatewaySimulator | null,
  { SMS_BASE_URL, SMS_QUEUE_URL, SMS_ADMIN_PASSWORD }: Settings,
): string {
  const gateway = simulator
    ? `  Simulator  ${simulator.url} (nothing reaches a phone)
  Inbox      ${simulator.origin}/
  Messages   ${simulator.origin}/api/messages`
    : `  Gateway    ${SMS_BASE_URL}${isLocal(SMS_BASE_URL) ? '' : ' (messages are sent for real)'}`;
  const hasQueue = SMS_QUEUE_URL !== '';
  const pages =
    SMS_ADMIN_PASSWORD === ''
      ? '  Queue      without its pages: they need SMS_ADMIN_PASSWORD\n'
      : `  Queue      ${url}/queues\n  Unknown    ${url}/unknown\n`;
  return `
nestjs-sms-gateway sample app

  App        ${url}
  Login      ${url}/login
  Swagger    ${url}/docs
  Health     ${url}/health
${hasQueue ? pages : ''}${gateway}

Open ${url} and send a message, or try it here:

  curl -s ${url}/sms${hasQueue ? '/queue' : ''} -H 'Content-Type: application/json' \\
    -d '{ "to": "+91 98765 43210", "text": "Your code is 482913" }'
${simulator ? `  curl -s ${simulator.origin}/api/messages\n` : ''}
Ctrl-C ends it.
`;
}

function isLocal(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
