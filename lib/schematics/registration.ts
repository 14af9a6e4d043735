import type { Addition } from './edit-module.js';

/** The command that starts a gateway for the values in `VARIABLES`. */
export const SIMULATOR = 'sms-gateway simulator --port 4010 --time-zone Asia/Kolkata';

/** What `.env.example` says of the variables. */
export const ACCOUNT = [
  'The account at the SMS gateway. These values are for the simulator:',
  `npx ${SIMULATOR}`,
];

/** The variables of an account that logs in for access tokens. */
export const VARIABLES = [
  { name: 'SMS_BASE_URL', value: 'http://127.0.0.1:4010' },
  { name: 'SMS_USER_ID', value: 'demo' },
  { name: 'SMS_PASSWORD', value: 'demo-password' },
  { name: 'SMS_TIME_ZONE', value: 'Asia/Kolkata' },
];

/** What the option `http` needs, by the major of Nest: only `@nestjs/axios` 4 is CommonJS. */
export const HTTP_PEERS = {
  11: { '@nestjs/axios': '^4.0.0', axios: '^1.18.0' },
  12: { '@nestjs/axios': '^12.0.0', axios: '^1.18.0' },
};

/**
 * What registers SmsGatewayModule. With `@nestjs/config` in the app, its options come from
 * ConfigService, and ConfigModule is registered unless the app `loadsEnv`. Otherwise they come from
 * `process.env`.
 */
export function registration(app: {
  readonly config: boolean;
  readonly loadsEnv: boolean;
  readonly http: boolean;
}): Addition {
  const value = (name: string): string =>
    app.config ? `config.getOrThrow<string>('${name}')` : `process.env.${name}!`;
  const options = [
    `baseUrl: ${value('SMS_BASE_URL')},`,
    'auth: {',
    "  method: 'token',",
    `  userId: ${value('SMS_USER_ID')},`,
    `  password: ${value('SMS_PASSWORD')},`,
    `  timeZone: ${value('SMS_TIME_ZONE')},`,
    '},',
    ...(app.http ? ['http,'] : []),
  ];
  const injected = [
    ...(app.config ? [['config', 'Config'] as const] : []),
    ...(app.http ? [['http', 'Http'] as const] : []),
  ];
  const list = (suffix: string): string =>
    injected.map(([, name]) => `${name}${suffix}`).join(', ');
  const entry =
    injected.length === 0
      ? ['SmsGatewayModule.forRoot({', '  isGlobal: true,', ...indented(options), '})']
      : [
          'SmsGatewayModule.forRootAsync({',
          '  isGlobal: true,',
          `  imports: [${list('Module')}],`,
          `  inject: [${list('Service')}],`,
          `  useFactory: (${injected.map(([name, type]) => `${name}: ${type}Service`).join(', ')}) => ({`,
          ...indented(indented(options)),
          '  }),',
          '})',
        ];
  const loading = app.config && !app.loadsEnv ? ['ConfigModule.forRoot({ isGlobal: true })'] : [];
  return {
    names: [
      ...(app.http ? namesOf('@nestjs/axios', 'HttpModule', 'HttpService') : []),
      ...(app.config ? namesOf('@nestjs/config', 'ConfigModule', 'ConfigService') : []),
      ...namesOf('nestjs-sms-gateway', 'SmsGatewayModule'),
    ],
    entries: [...loading, entry.join('\n')],
  };
}

const namesOf = (from: string, ...names: readonly string[]): Addition['names'] =>
  names.map((name) => ({ name, from }));

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
