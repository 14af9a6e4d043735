// The package as CommonJS.
const { run } = require('./run-telemetry.cjs');

run(
  require('nestjs-sms-gateway'),
  require('nestjs-sms-gateway/opentelemetry'),
  require('nestjs-sms-gateway/terminus'),
  require('nestjs-sms-gateway/simulator'),
);
