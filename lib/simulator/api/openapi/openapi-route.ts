import { writeWhole } from '../../http/write-json.js';
import type { ResolvedOptions } from '../../simulator.options.js';
import type { ApiCall } from '../api-routes.js';
import { makeOpenApi } from './openapi-document.js';

// Made once it is asked for, and once: the options of a simulator never change.
const made = new WeakMap<ResolvedOptions, string>();

/** `GET /api/openapi.json`: everything that the simulator serves. */
export function writeOpenApi({ response, options }: ApiCall): void {
  const json = made.get(options) ?? JSON.stringify(makeOpenApi(options));
  made.set(options, json);
  writeWhole(response, 200, json, { 'Content-Type': 'application/json; charset=utf-8' });
}
