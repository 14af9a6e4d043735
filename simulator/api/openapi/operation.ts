import type { z } from 'zod/v3';
import type { ComponentName } from './components.js';

/** The media types of a body, each with the name of its schema. */
export type Content = Readonly<Record<string, ComponentName>>;

/** One answer of an operation. */
export interface Answer {
  readonly description: string;
  readonly content?: Content;
}

/** One method of one path. */
export interface Operation {
  /** `operationId`, for generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** What the gateway specification does not show. */
  readonly assumptions?: readonly string[];
  /** Query parameters; the schema has the description. */
  readonly query?: Readonly<Record<string, z.ZodTypeAny>>;
  readonly headers?: Readonly<Record<string, z.ZodTypeAny>>;
  readonly body?: { readonly required: boolean; readonly content: Content };
  readonly answers: { readonly [status: number]: Answer; readonly default?: Answer };
  /** Ways to authenticate, one of which is needed. Default: the inbox password, if there is one. */
  readonly security?: readonly ('login' | 'token' | 'apiKey' | 'field' | 'none')[];
}

/** The methods of a path. */
export type Operations = Readonly<Record<string, Operation>>;

/** An answer in JSON. */
export function json(description: string, name: ComponentName): Answer {
  return { description, content: { 'application/json': name } };
}
