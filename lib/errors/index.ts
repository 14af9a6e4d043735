export type * from './sms-error-code.js';
export { setAccount, SmsGatewayError, type SmsGatewayErrorDetails } from './sms-gateway.error.js';
export { SmsConfigurationError } from './sms-configuration.error.js';
export { SmsMessageError, type SmsMessageIssue, SmsTextIssue } from './sms-message.error.js';
export {
  SmsAuthenticationError,
  type SmsAuthenticationErrorDetails,
} from './sms-authentication.error.js';
export {
  SmsRejectedError,
  type SmsRejection,
  type SmsRejectionReceipt,
} from './sms-rejected.error.js';
export { SmsGuardError, type SmsGuardErrorDetails } from './sms-guard.error.js';
export { SmsTransportError } from './sms-transport.error.js';
export { SmsResponseError } from './sms-response.error.js';
