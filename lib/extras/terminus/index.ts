export * from './sms-health.indicator.js';
