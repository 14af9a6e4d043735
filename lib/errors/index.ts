export {
  setAccount,
  type SmsAuthenticationErrorCode,
  type SmsErrorCode,
  type SmsErrorOutcome,
  type SmsGuardErrorCode,
  type SmsOtpErrorCode,
  type SmsRejectedErrorCode,
  type SmsResponseErrorCode,
  type SmsTransportErrorCode,
  SmsGatewayError,
  type SmsGatewayErrorDetails,
} from './sms-gateway.error.js';
export {
  SmsConfigurationError,
  SmsGuardError,
  type SmsGuardErrorDetails,
  SmsMessageError,
  type SmsMessageIssue,
  SmsTextIssue,
} from './own.errors.js';
export {
  SmsAuthenticationError,
  type SmsAuthenticationErrorDetails,
  SmsRejectedError,
  type SmsRejection,
  type SmsRejectionReceipt,
  SmsResponseError,
  SmsTransportError,
} from './gateway.errors.js';
