import type { GatewaySimulator } from 'nestjs-sms-gateway/simulator';

/** What `npm start` prints once the app listens. */
export function banner(url: string, simulator: GatewaySimulator | null): string {
  const gateway = simulator
    ? `  Simulator  ${simulator.url} (nothing reaches a phone)
  Inbox      ${simulator.origin}/
  Messages   ${simulator.origin}/api/messages`
    : '  Gateway    SMS_BASE_URL (messages are sent for real)';
  return `
nestjs-sms-gateway sample app

  App        ${url}
  Swagger    ${url}/docs
${gateway}

Try it:

  curl -s ${url}/sms -H 'Content-Type: application/json' \\
    -d '{ "to": "+91 98765 43210", "text": "Your code is 482913" }'
${simulator ? `  curl -s ${simulator.origin}/api/messages\n` : ''}
Ctrl-C ends it.
`;
}
