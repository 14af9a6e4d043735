/** Files of `lib/core`, by the reason why they are taken. */
export type Taken = Readonly<Record<string, readonly string[]>>;

/** What every importer may take, because it names things or knows nothing of sends. */
export const BY_ANYONE: Taken = {
  'to throw an error of the package': ['errors/index'],
  'to name messages and options in types': ['message/sms-message', 'sms-gateway.options'],
  'to check an argument': ['common/members', 'common/value-checks', 'options/schemas'],
  'to mask what is shown': ['common/mask'],
  'to read a digit, a character or a time': [
    'common/characters',
    'common/expires-after',
    'common/time-zone',
  ],
  'to compare a secret': ['common/is-same'],
  'to prove that every option is read': ['common/no-unread'],
  'to wait': ['common/pace', 'common/promises', 'common/timers'],
  'to name the version of the package': ['common/version'],
};

/** What else each importer takes. `test/layers.spec.ts` fails if it takes more, or no longer takes a file. */
export const FROM_CORE: Readonly<Record<string, Taken>> = {
  'lib/nest': {
    'it creates accounts': [
      'account/create-account',
      'account/create-auth-provider',
      'account/failover-account',
    ],
    'its tokens and providers are these classes': [
      'account/account-brand',
      'account/create-sms-service',
      'account/sms-account',
      'auth/sms-auth-provider',
      'sms.service',
    ],
    'it checks what modules are given': [
      'errors/not-a-provider',
      'options/check-options',
      'options/registrations',
    ],
    'its handlers get events': ['events/account-events', 'events/sms-event'],
    'it logs, but not what a send has logged': [
      'account/send-log',
      'logging/run-safely',
      'logging/safe-logger',
    ],
    'undici is loaded when the app starts': ['transport/load-undici'],
  },
  'lib/extras/packages': {},
  'lib/extras/records': {},
  'lib/extras/opentelemetry': { 'it observes sends': ['events/hook'] },
  'lib/extras/terminus': {
    'it asks an account how it is': ['account/account-health', 'account/sms-account'],
  },
  'lib/extras/templates': {
    'it checks templates as messages are checked': [
      'message/message-fields',
      'message/message-issues',
      'message/registered-id',
      'options/templates-schema',
    ],
  },
  'lib/extras/otp': {
    'it sends through an account': [
      'account/account-brand',
      'account/sms-account',
      'events/hook',
      'message/checked-message',
    ],
    'it counts starts by number and country': [
      'limits/limits',
      'message/calling-code',
      'message/recipient-reader',
    ],
    'it checks what its module is given': [
      'errors/not-a-provider',
      'errors/sms-gateway.error',
      'options/registrations',
    ],
    'it logs faults of its store': ['logging/log-fault', 'logging/safe-logger'],
  },
  'lib/extras/reports': {
    'it asks the gateway through an account': [
      'account/sms-account',
      'message/checked-message',
      'options/call-options',
      'pipeline/lookup-call',
    ],
    'it reads reports as answers are read': [
      'events/sms-event',
      'protocol/header',
      'protocol/read-json',
      'protocol/shown',
      'protocol/verdict',
    ],
    'it checks what its module is given': [
      'errors/not-a-provider',
      'errors/sms-gateway.error',
      'options/registrations',
    ],
    'it logs': ['logging/run-safely', 'logging/safe-logger'],
  },
  'lib/extras/queue': {
    'its workers send through an account, and decide whether to repeat': [
      'account/sending-service',
      'deadline/deadline',
      'deadline/failure',
      'deadline/mode',
      'limits/reach',
      'protocol/retry-after',
    ],
    'it stores checked messages': [
      'message/calling-code',
      'message/checked-message',
      'message/message-issues',
      'message/segments',
    ],
    'its broadcasts are runs': [
      'options/call-options',
      'runs/awaitable-run',
      'runs/input',
      'runs/run-options',
    ],
    'it keeps the counts of guard': ['limits/guard-store'],
    'it checks what its module is given': ['errors/not-a-provider', 'options/registrations'],
    'it logs': ['logging/safe-logger'],
  },
  'lib/extras/testing': {
    'its account is a real one, with another transport, clock and store': [
      'account/account-brand',
      'account/create-account',
      'account/sms-account',
      'auth/sms-auth-provider',
      'deadline/failure',
      'limits/memory-guard-store',
      'options/check-options',
      'options/registrations',
      'pipeline/send-gate',
      'sms.service',
      'transport/gateway-transport',
    ],
    'its answers are read as those of a gateway': ['protocol/balance', 'protocol/gateway-answer'],
    'it keeps what was sent': [
      'events/account-events',
      'events/send-observer',
      'events/sms-event',
      'message/checked-message',
      'message/find-otp',
      'message/priority',
      'message/sms-plan',
      'runs/sms-run',
    ],
  },
  simulator: {
    'it judges sends as the gateway does': ['message/message-fields', 'message/segments'],
    'its inbox finds the codes of messages': ['message/find-otp'],
    'it reads requests and options as the package does': [
      'options/auth-schema',
      'protocol/header',
      'protocol/read-json',
    ],
  },
  cli: {
    'it tries an account without Nest': [
      'account/create-account',
      'account/create-auth-provider',
      'account/create-sms-service',
      'account/sms-account',
      'deadline/deadline',
      'options/auth-schema',
      'options/base-url',
      'options/check-options',
      'pipeline/lookup-call',
      'transport/gateway-transport',
    ],
    'it tries each way to log in': [
      'auth/access-token',
      'auth/login',
      'auth/secret',
      'auth/sms-auth-provider',
    ],
    'it says what an answer means': [
      'errors/advice',
      'protocol/answer-error',
      'protocol/gateway-answer',
      'protocol/header',
      'protocol/read-json',
      'protocol/verdict',
    ],
    'it checks the message of its arguments': ['message/check-message', 'message/recipient-reader'],
  },
};
