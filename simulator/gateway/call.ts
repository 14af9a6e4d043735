import type { z } from 'zod';
import type { Refusal } from '../common/simulated-answer.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { SendForm } from './fields.js';

/** The members of an answer besides the usual ones, or why the call is refused. */
export type CallAnswer =
  { readonly statusCode?: undefined; readonly [member: string]: unknown } | Refusal;

/** What a call is answered from. */
export interface Asked extends SimulatorContext {
  readonly fields: SendForm['fields'];
  readonly userId: string;
  /** What is unusual about it. An answer can add to it. */
  readonly notes: string[];
}

/** A call besides logins and sends. None is in the specification. */
export interface Call {
  /** Its `operationId`, if that does not come from its path. */
  readonly id?: string;
  readonly summary?: string;
  /** The member `api` of its answer, if that is not the first part of its path. */
  readonly api?: string;
  /** Its fields besides the credentials. It is refused if one that is not optional is missing. */
  readonly fields?: Readonly<Record<string, z.ZodType>>;
  readonly refusesKey?: boolean;
  readonly answer: (call: Asked) => CallAnswer;
}
