import type { z } from 'zod';
import type { ComponentName } from './components.js';

/** The media types of one body, each with the name of its schema. */
export type Content = Readonly<Record<string, ComponentName>>;

/** One answer of an operation. */
export interface Answer {
  readonly description: string;
  readonly content?: Content;
}

/** What the simulator does at one method of one path. */
export interface Operation {
  /** `operationId`, for generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** What the published document does not show. */
  readonly assumptions?: readonly string[];
  /** Parameters in the query; the description stands in the schema. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  readonly body?: { readonly required: boolean; readonly content: Content };
  readonly answers: { readonly [status: number]: Answer; readonly default?: Answer };
  /** Ways to prove who asks, one of which is needed. */
  readonly security?: readonly ('login' | 'token' | 'apiKey' | 'field' | 'none')[];
}
