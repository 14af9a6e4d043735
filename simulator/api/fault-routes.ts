import { FAULT_NAMES, type FaultName } from '../common/fault.js';
import type { FaultPlan, FaultState } from '../faults/fault-plan.js';
import { MAGIC_RECIPIENTS } from '../faults/magic-recipients.js';
import { HttpError } from '../http/http-error.js';
import { writeJson } from '../http/write-json.js';
import { GatewaySimulatorError } from '../common/simulator-error.js';
import { readJson, type ApiCall } from './read-request.js';

/** The answer of `GET` and `PUT /api/faults`. */
export interface FaultReport extends FaultState {
  /** Every fault there is. */
  readonly known: readonly FaultName[];
  /** Recipients that trigger a fault. */
  readonly magic: Readonly<Record<string, FaultName>>;
}

/** `GET /api/faults` */
export function readFaults({ faults }: ApiCall): FaultReport {
  return reportFaults(faults);
}

/** `POST /api/faults`: adds one fault; with `probability` it strikes at random. */
export async function addFault(call: ApiCall): Promise<void> {
  const fault = await readJson(call);
  writeJson(
    call.response,
    201,
    orBadRequest(() => call.faults.add(fault)),
  );
}

/** `DELETE /api/faults/:id`: removes one fault. */
export function removeFault({ faults, id }: ApiCall): { deleted: number } {
  if (faults.remove(id)) return { deleted: 1 };
  throw new HttpError(404, 'no-fault', `There is no fault ${id}. It may have been used up.`);
}

/** `PUT /api/faults`: replaces the plan with the body; `{}` turns all faults off. */
export async function replaceFaults(call: ApiCall): Promise<FaultReport> {
  const plan = await readJson(call);
  orBadRequest(() => call.faults.replace(plan));
  return reportFaults(call.faults);
}

function orBadRequest<T>(change: () => T): T {
  try {
    return change();
  } catch (error) {
    if (error instanceof GatewaySimulatorError) throw new HttpError(400, 'faults', error.message);
    throw error;
  }
}

/** The plan, how often each fault was used, and what is available. */
export function reportFaults(faults: FaultPlan): FaultReport {
  return { ...faults.state, known: FAULT_NAMES, magic: MAGIC_RECIPIENTS };
}
