import { z } from 'zod';
import { kind } from '../../lib/core/options/schemas.js';
import { searchProblem } from './search.js';

/** A search whose terms are all valid. Not in `search.ts`, which the page bundles. */
export const searchTerms = z.string(kind('a string')).superRefine((search, context) => {
  const problem = searchProblem(search);
  const message = `has an invalid term: ${problem}`;
  if (problem !== undefined) context.addIssue({ code: 'custom', message });
});
