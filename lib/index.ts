export {
  SmsGatewayModule,
  type SmsGatewayModuleAsyncOptions,
  type SmsGatewayModuleOptions,
} from './sms-gateway.module.js';
export type { SmsGatewayRegistration } from './module/sms-gateway.registration.js';
export type * from './sms-gateway.options.js';
export { SmsFailoverModule, type SmsFailoverModuleOptions } from './module/sms-failover.module.js';
export {
  type ClosableSmsService,
  createSmsService,
  type SmsServiceOptions,
} from './account/create-sms-service.js';
export { SmsGatewayFactory } from './module/sms-gateway.factory.js';
export { getSmsServiceToken, InjectSms } from './module/sms-gateway.tokens.js';
export { SmsService } from './sms.service.js';
export type * from './message/sms-message.js';
export type { SmsBalance } from './protocol/balance.js';
export type * from './runs/sms-run.js';
export { OnSms, type OnSmsOptions } from './events/on-sms.js';
export {
  type SmsAcceptedEvent,
  type SmsBalanceEvent,
  type SmsDeliveryEvent,
  type SmsEvent,
  type SmsEventOf,
  type SmsEventType,
  type SmsFailedEvent,
  type SmsHeldEvent,
  type SmsLoginEvent,
  type SmsMessageEvent,
  smsMessageOf,
  type SmsRetryEvent,
} from './events/sms-event.js';
export type { SmsReportState } from './events/report-state.js';
export { SmsAuthProvider, type SmsCredentials } from './auth/sms-auth-provider.js';
export type { SmsTokenStore } from './auth/token-store.js';
export type { SmsGuardCount, SmsGuardStore, SmsGuardTake } from './limits/guard-store.js';
export { SmsExceptionFilter } from './module/sms-exception.filter.js';
export {
  SmsAuthenticationError,
  type SmsAuthenticationErrorCode,
  type SmsAuthenticationErrorDetails,
  SmsConfigurationError,
  type SmsErrorOutcome,
  type SmsErrorCode,
  SmsGatewayError,
  type SmsGatewayErrorDetails,
  SmsGuardError,
  type SmsGuardErrorCode,
  type SmsGuardErrorDetails,
  SmsMessageError,
  type SmsMessageIssue,
  type SmsOtpErrorCode,
  SmsRejectedError,
  type SmsRejectedErrorCode,
  type SmsRejection,
  type SmsRejectionReceipt,
  SmsResponseError,
  type SmsResponseErrorCode,
  SmsTransportError,
  type SmsTransportErrorCode,
} from './errors/index.js';
