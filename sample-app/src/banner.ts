import type { Gateway } from './gateway.js';

/** What a newcomer needs to see once the app listens. */
export function banner(port: number, { simulator }: Gateway): string {
  const app = `http://localhost:${port}`;
  const gateway = simulator
    ? [`Inbox      ${simulator.origin}/`, `Messages   ${simulator.origin}/api/messages`]
    : ['Sending for real, to SMS_BASE_URL'];
  return [
    '',
    `Sample app ${app}`,
    `API docs   ${app}/docs`,
    ...gateway,
    '',
    'Try it:',
    '',
    `  curl -s ${app}/sms -H 'Content-Type: application/json' \\`,
    `    -d '{ "to": "+91 98765 43210", "text": "Your code is 482913" }'`,
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}
