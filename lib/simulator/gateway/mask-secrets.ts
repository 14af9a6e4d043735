const MASK = '<masked>';
const SECRET_NAME = /pass|secret|api[-_]?key|token|^authorization$|^proxy-authorization$|^cookie$/i;
const OPEN_NAME = /^(?:msg|mobile|userid)$/i;

/** Field or header values without the secrets: by their name, and any that equals a known secret. */
export function maskSecrets(
  values: Iterable<readonly [string, string]>,
  secrets: readonly string[],
): Record<string, string> {
  const masked: [string, string][] = [];
  for (const [name, value] of values) {
    const secret = SECRET_NAME.test(name) || (!OPEN_NAME.test(name) && secrets.includes(value));
    masked.push([name, secret ? maskCredential(value) : value]);
  }
  return Object.fromEntries(masked);
}

// The scheme word stays: whether one came is what a reader wants to know.
function maskCredential(value: string): string {
  const scheme = /^(Basic|Bearer|Token|Digest) /i.exec(value)?.[1];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}
