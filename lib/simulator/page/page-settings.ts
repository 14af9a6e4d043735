import type { ResolvedOptions } from '../simulator.options.js';
import { FAULT_FORMS, type FaultForm } from './fault-forms.js';
import { sampleCurl, sampleNest, shownKey } from './sample-send.js';

/** What the page must know of the simulator. No secret is in it. */
export interface PageSettings {
  readonly basePath: string;
  /** The curl that sends a first message; `{origin}` stands for scheme, host and port. */
  readonly curl: string;
  /** The lines of a Nest app, alike. */
  readonly nest: string;
  /** Whether the key in them is a placeholder. */
  readonly keyHidden: boolean;
  readonly faults: readonly FaultForm[];
}

/** The settings of a simulator. */
export function pageSettings(options: ResolvedOptions): PageSettings {
  return {
    basePath: options.basePath,
    curl: sampleCurl(options),
    nest: sampleNest(options),
    keyHidden: shownKey(options.apiKey) !== options.apiKey,
    faults: FAULT_FORMS,
  };
}
