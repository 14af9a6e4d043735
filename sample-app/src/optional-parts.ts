import type { DynamicModule } from '@nestjs/common';

/** A folder of the app that you can delete, together with its entry in `PARTS`. */
export interface OptionalPart {
  readonly folder: string;
  /** Whether the environment variables turn it on. It is always on if there is no condition. */
  readonly isOn?: (env: NodeJS.ProcessEnv) => boolean;
  readonly module: () => Promise<DynamicModule>;
  /** What it serves: the path, a name, and what is there. */
  readonly pages?: readonly (readonly [path: string, name: string, about: string])[];
}

// The folder `broadcast` has no entry: it is a command, with a `main.ts` of its own.
const PARTS: readonly OptionalPart[] = [
  {
    folder: 'login',
    module: async () => ({ module: (await import('./login/login.module.js')).LoginModule }),
    pages: [['/login', 'Login', 'Asks for a number, sends a one-time password and checks it.']],
  },
  {
    folder: 'queue',
    isOn: (env) => Boolean(env['SMS_QUEUE_URL']),
    module: async () => (await import('./queue/queue.module.js')).QueueModule.forSettings(),
  },
  {
    folder: 'admin',
    isOn: (env) => Boolean(env['SMS_QUEUE_URL'] && env['SMS_ADMIN_PASSWORD']),
    module: async () => (await import('./admin/admin.module.js')).AdminModule.forSettings(),
    pages: [
      ['/queues', 'Queue', 'What waits and what was sent.'],
      ['/unknown', 'Unknown', 'Messages that may have been sent, for you to settle.'],
    ],
  },
];

/** The parts that are on. */
export function optionalParts(): readonly OptionalPart[] {
  return PARTS.filter(({ isOn }) => isOn?.(process.env) ?? true);
}
