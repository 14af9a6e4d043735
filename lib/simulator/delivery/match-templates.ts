const VARIABLE = '{#var#}';

/**
 * A function that says whether a text matches one of the registered templates. `{#var#}` in a template
 * stands for one character or more.
 */
export function createTemplateMatch(templates: readonly string[]): (text: string) => boolean {
  const all = templates.map((template) => template.split(VARIABLE));
  return (text) => all.some((literals) => matches(text, literals));
}

/** Takes each literal where it comes first, which leaves the most for the others: no way back is needed. */
function matches(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let end = first.length;
  for (const literal of others) {
    const at = text.indexOf(literal, end + 1);
    if (at === -1) return false;
    end = at + literal.length;
  }
  return text.length - last.length > end;
}
