export * from './sms-gateway.module.js';
export type { SmsGatewayRegistration } from './module/sms-gateway.registration.js';
export type * from './sms-gateway.options.js';
export * from './module/sms-failover.module.js';
export * from './account/create-sms-service.js';
export { SmsGatewayFactory } from './module/sms-gateway.factory.js';
export { getSmsServiceToken, InjectSms } from './module/sms-gateway.tokens.js';
export { SmsService } from './sms.service.js';
export type * from './message/sms-message.js';
export type { SmsBalance } from './protocol/balance.js';
export type * from './runs/sms-run.js';
export { OnSms, type OnSmsOptions } from './events/on-sms.js';
export { smsMessageOf } from './events/message-of.js';
export type * from './events/sms-event.js';
export type { SmsReportState } from './events/report-state.js';
export { SmsAuthProvider, type SmsCredentials } from './auth/sms-auth-provider.js';
export type { SmsTokenStore } from './auth/token-store.js';
export type { SmsGuardCount, SmsGuardStore, SmsGuardTake } from './limits/guard-store.js';
export { SmsExceptionFilter } from './module/sms-exception.filter.js';
export * from './errors/gateway.errors.js';
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
  type SmsMessageIssue,
  type SmsOtpErrorCode,
  type SmsRejectedErrorCode,
  type SmsResponseErrorCode,
  type SmsTransportErrorCode,
} from './errors/index.js';
