import { FAULT_NAMES, type FaultName } from '../faults/fault.js';
import type { FaultPlan, FaultState } from '../faults/fault-plan.js';
import { MAGIC_RECIPIENTS } from '../faults/magic-recipients.js';
import { HttpError } from '../http/http-error.js';
import { readBody } from '../http/read-body.js';
import { GatewaySimulatorError } from '../simulator-error.js';
import type { ApiCall } from './api-routes.js';
import { readJson } from './read-json.js';

/** What `GET` and `PUT /api/faults` answer. */
export interface FaultReport extends FaultState {
  /** Every fault there is. */
  readonly known: readonly FaultName[];
  /** Recipients that call for a fault by themselves. */
  readonly magic: Readonly<Record<string, FaultName>>;
}

/** `GET /api/faults` */
export function readFaults({ faults }: ApiCall): FaultReport {
  return reportFaults(faults);
}

/** `PUT /api/faults`: plans exactly what the body says; `{}` plans nothing. */
export async function replaceFaults({ faults, request, options }: ApiCall): Promise<FaultReport> {
  const plan = readJson(await readBody(request, options.maxBodyBytes));
  try {
    faults.replace(plan);
  } catch (error) {
    if (error instanceof GatewaySimulatorError) throw new HttpError(400, 'faults', error.message);
    throw error;
  }
  return reportFaults(faults);
}

/** What is planned, what has struck and what there is. */
export function reportFaults(faults: FaultPlan): FaultReport {
  return { ...faults.state, known: FAULT_NAMES, magic: MAGIC_RECIPIENTS };
}
