export * from './gateway.errors.js';
export * from './own.errors.js';
export * from './sms-gateway.error.js';
