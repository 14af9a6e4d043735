export { instrumentSms, type SmsInstrumentationOptions } from './instrument-sms.js';
