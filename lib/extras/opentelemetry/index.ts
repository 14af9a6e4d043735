export { instrumentSms } from './instrument-sms.js';
