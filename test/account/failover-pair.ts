import {
  getSmsServiceToken,
  SmsFailoverModule,
  SmsGatewayModule,
  type SmsGatewayModuleOptions,
  SmsService,
} from '../../lib/index.js';
import { build } from '../nest/build.js';
import { PASSWORD_AUTH } from '../support/account.js';
import type { ScriptedGateway } from '../support/scripted-gateway.js';

export const NAMES = ['primary', 'backup'];

type Options = Partial<SmsGatewayModuleOptions>;

/** The registration of an account. */
export function account(name: string, { url: baseUrl }: ScriptedGateway, options: Options = {}) {
  return SmsGatewayModule.forRoot({ name, baseUrl, auth: PASSWORD_AUTH, drain: 0, ...options });
}

/** An app with a failover over both accounts. */
export async function openFailover(
  [primary, backup]: readonly [ScriptedGateway, ScriptedGateway],
  first: Options = {},
  second: Options = {},
) {
  const module = await build([
    account('primary', primary, first),
    account('backup', backup, second),
    SmsFailoverModule.forRoot({ accounts: NAMES }),
  ]);
  module.useLogger(false);
  const own: SmsService = module.get(getSmsServiceToken('primary'));
  return { module, sms: module.get(SmsService), account: own };
}
