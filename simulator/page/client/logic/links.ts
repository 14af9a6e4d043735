/** A part of a text, and the web address that it belongs to, if any. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/** Splits the segments of a text into parts. An address that two segments share is whole in both. */
export function withLinks(segments: readonly string[]): readonly (readonly TextPart[])[] {
  const links = findLinks(segments.join(''));
  let start = 0;
  return segments.map((segment) => {
    const end = start + segment.length;
    const parts: TextPart[] = [];
    let at = start;
    const add = (to: number, href?: string): void => {
      if (to <= at) return;
      const text = segment.slice(at - start, to - start);
      parts.push(href === undefined ? { text } : { text, href });
      at = to;
    };
    for (const { from, href } of links) {
      const last = from + href.length;
      if (last <= start || from >= end) continue;
      add(from);
      add(Math.min(last, end), href);
    }
    add(end);
    start = end;
    return parts;
  });
}

function findLinks(text: string): { readonly from: number; readonly href: string }[] {
  return [...text.matchAll(/\bhttps?:\/\/[^\s<>"]+/gi)].flatMap(({ 0: linkText, index: from }) => {
    // What ends a sentence does not belong to the address.
    const href = linkText.replace(/[.,;:!?'’”)\]}]+$/, '');
    return URL.canParse(href) ? [{ from, href }] : [];
  });
}
