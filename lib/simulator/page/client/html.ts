import htm from 'htm/mini';
import { h, type VNode } from 'preact';

/** Something that can stand in a view. Texts become text nodes, never HTML. */
export type View = VNode | null;

/** Makes views out of templates. */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
