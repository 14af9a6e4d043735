import type { Provider, Type } from '@nestjs/common';
import type { SmsAuthProvider } from '../core/auth/sms-auth-provider.js';

/** What a registration has in addition to the options. An async factory cannot return these. */
export interface SmsGatewayRegistration {
  /** Makes the account's service injectable everywhere. Default `false`. */
  isGlobal?: boolean | undefined;
  /** The account's name, if an app has several; inject it with `@InjectSms(name)`. Default none. */
  name?: string | undefined;
  /** Your own class that authenticates sends, instead of `auth`. Nest builds it. */
  authProvider?: Type<SmsAuthProvider> | undefined;
  /** Additional providers that `authProvider` or `useFactory` injects. */
  extraProviders?: Provider[] | undefined;
}
