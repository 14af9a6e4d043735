const MASK = '<masked>';
const SECRET_NAME =
  /pass|pwd|secret|api[-_]?key|token|^authorization$|^proxy-authorization$|^cookie$/i;
const OPEN_NAME = /^(?:msg|mobile|userid)$/i;

// A shorter one stands in innocent words, and is masked where it stands alone.
const SHORTEST_WITHIN = 6;

/**
 * Field or header values without the secrets: by their name, any that is a known secret, and any
 * known secret within another value or name, as in JSON.
 */
export function maskSecrets(
  values: Iterable<readonly [string, string]>,
  secrets: readonly string[],
): Record<string, string> {
  const masked: [string, string][] = [];
  for (const [name, value] of values) {
    if (OPEN_NAME.test(name)) masked.push([name, value]);
    else if (SECRET_NAME.test(name) || secrets.includes(value)) {
      masked.push([maskWithin(name, secrets), maskCredential(value)]);
    } else masked.push([maskWithin(name, secrets), maskWithin(value, secrets)]);
  }
  return Object.fromEntries(masked);
}

/** A text without the known secrets in it. */
export function maskWithin(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST_WITHIN)
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}

// The scheme word stays: whether one came is what a reader wants to know.
function maskCredential(value: string): string {
  const scheme = /^(Basic|Bearer|Token|Digest) /i.exec(value)?.[1];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}
