/** Whether a search has a term. */
export function hasTerm(search: string, term: string): boolean {
  return termsOf(search).includes(term);
}

/** Adds a term to a search, or removes it if the search has it. */
export function toggleTerm(search: string, term: string): string {
  const terms = termsOf(search);
  return (
    terms.includes(term) ? terms.filter((otherTerm) => otherTerm !== term) : [...terms, term]
  ).join(' ');
}

/** The value of the first term with a key; empty if there is none. */
export function valueOf(search: string, key: string): string {
  const term = termsOf(search).find((candidate) => candidate.startsWith(`${key}:`));
  return term?.slice(key.length + 1).replaceAll('"', '') ?? '';
}

/** Replaces the terms with a key; an empty value removes them. */
export function setTerm(search: string, key: string, value: string): string {
  const otherTerms = termsOf(search).filter((term) => !term.startsWith(`${key}:`));
  return [...otherTerms, ...(value === '' ? [] : [`${key}:${quoted(value)}`])].join(' ');
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

// A quoted phrase is a part of its term.
function termsOf(search: string): readonly string[] {
  return search.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
}
