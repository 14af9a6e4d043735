import type { z } from 'zod/v3';
import { shownKey } from '../message/mask.js';

/** What is wrong with an option, in sentences that name it and never show its value. */
export function describeIssue(issue: z.ZodIssue, prefix: readonly string[]): string[] {
  const path = pathOf([...prefix, ...issue.path]);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const where = path === '' ? '' : `${path}.`;
      return `${where}${shownKey(key)} is not a known option. Check its spelling, or remove it.`;
    });
  }
  return [`${path === '' ? 'The options object' : path} ${issue.message}.`];
}

function pathOf(keys: readonly (string | number)[]): string {
  const parts = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${shownKey(key)}`));
  return parts.join('').replace(/^\./, '');
}
