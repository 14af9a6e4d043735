const BOUNDARY = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;
const DISPOSITION = /^content-disposition:\s*form-data(.*)$/im;
const NAME = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i;
const FILE_NAME = /;\s*filename\*?=/i;

/**
 * Reads the fields of a multipart form, without its files. Undefined if the body is not a multipart form, or if
 * its end is missing. The parser of Node.js does not work here: it does not accept names without quotes, which
 * .NET writes.
 */
export function readMultipart(
  body: string,
  contentType: string,
): readonly (readonly [string, string])[] | undefined {
  const [, quoted, bare = quoted] = BOUNDARY.exec(contentType) ?? [];
  if (bare === undefined) return undefined;
  // Anything before the first boundary is not part of the form.
  const [, ...parts] = `\n${body}`.split(`\n--${bare}`);
  const end = parts.findIndex((part) => part.startsWith('--'));
  if (end < 0) return undefined;
  return parts.slice(0, end).flatMap((part) => {
    const [head = ''] = /^.*?\r?\n\r?\n/s.exec(part) ?? [];
    const [, parameters = ''] = DISPOSITION.exec(head) ?? [];
    const [, inQuotes, name = inQuotes] = NAME.exec(parameters) ?? [];
    if (name === undefined || FILE_NAME.test(parameters)) return [];
    return [[name, part.slice(head.length).replace(/\r$/, '')] as const];
  });
}
