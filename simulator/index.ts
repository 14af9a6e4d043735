export { GatewaySimulator } from './gateway-simulator.js';
export type {
  Account,
  ExpiredTokenAnswer,
  GatewaySimulatorOptions,
} from './options/simulator.options.js';
export type {
  ReportCodes,
  ReportField,
  ReportFields,
  ReportPreset,
  ReportStates,
} from './options/report-options.js';
export type { Refusal } from './common/simulated-answer.js';
export { GatewaySimulatorError, type GatewaySimulatorErrorCode } from './common/simulator-error.js';
export type {
  AuthMethod,
  Delivery,
  InboxMessage,
  SendEncoding,
  SentAnswer,
  TimelineEntry,
} from './inbox/inbox-message.js';
export type { WaitFor } from './inbox/await-message.js';
export { FAULT_NAMES, type Fault, type FaultName, type FaultOptions } from './common/fault.js';
export type { ChanceFault, FaultPlan, FaultState, NextFault } from './faults/fault-plan.js';
export { MAGIC_RECIPIENTS } from './faults/magic-recipients.js';
