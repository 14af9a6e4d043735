import htm from 'htm/mini';
import { h, type VNode } from 'preact';

/** The result of a component. Strings become text nodes, never HTML. */
export type View = VNode | null;

/** Makes views from templates. */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
