export * from './nest/sms-gateway.module.js';
export type { SmsGatewayRegistration } from './nest/sms-gateway.registration.js';
export type * from './core/sms-gateway.options.js';
export * from './nest/sms-failover.module.js';
export * from './core/account/create-sms-service.js';
export { SmsGatewayFactory } from './nest/sms-gateway.factory.js';
export { getSmsServiceToken, InjectSms } from './nest/sms-gateway.tokens.js';
export { SmsService } from './core/sms.service.js';
export type * from './core/message/sms-message.js';
export type { SmsBalance } from './core/protocol/balance.js';
export type * from './core/runs/sms-run.js';
export type * from './core/message/sms-plan.js';
export { OnSms, type OnSmsOptions } from './nest/on-sms.js';
export { smsMessageOf } from './core/events/message-of.js';
export type * from './core/events/sms-event.js';
export { SmsAuthProvider, type SmsCredentials } from './core/auth/sms-auth-provider.js';
export type { SmsTokenCache, SmsTokenStore } from './core/auth/token-store.js';
export type { SmsGuardCount, SmsGuardStore, SmsGuardTake } from './core/limits/guard-store.js';
export type { SmsOptedOut, SmsOptedOutAbout } from './core/limits/sms-opted-out.js';
export { SmsExceptionFilter } from './nest/sms-exception.filter.js';
export * from './core/errors/gateway.errors.js';
export {
  type SmsAuthenticationErrorCode,
  SmsConfigurationError,
  type SmsErrorCode,
  type SmsErrorOutcome,
  SmsGatewayError,
  type SmsGatewayErrorDetails,
  type SmsGuardErrorCode,
  SmsGuardError,
  type SmsGuardErrorDetails,
  SmsMessageError,
  type SmsMessageErrorCode,
  type SmsMessageIssue,
  type SmsOtpErrorCode,
  type SmsRejectedErrorCode,
  type SmsResponseErrorCode,
  type SmsTransportErrorCode,
} from './core/errors/index.js';
