export {
  type SmsHealth,
  SmsHealthIndicator,
  type SmsHealthOptions,
} from './sms-health.indicator.js';
