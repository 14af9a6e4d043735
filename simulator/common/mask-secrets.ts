const MASK = '<masked>';
const SECRET_NAME =
  /pass|pwd|secret|token|credential|(?:api|app|auth|access|account|client|private|user)[-_]?key|^(?:x-)?(?:key|auth)$|^(?:proxy-)?authorization$|^(?:cookie|smswebhook)$/i;
const OPEN_NAME = /^(?:msg|mobile|userid)$/i;

// A shorter secret may be part of a harmless word, so it is only masked if it is the whole value.
const SHORTEST_WITHIN = 6;

/** What must not be shown. */
export interface Secrets {
  /** The known secrets. */
  readonly values: readonly string[];
  /** Lower-case names whose values are secret, besides names that look secret. */
  readonly names: readonly string[];
}

/**
 * Copies fields or headers without secrets. A value is masked if its name looks secret, or if it is
 * or contains a known secret. The same goes for the members of a value that is JSON.
 */
export function maskSecrets(
  values: Iterable<readonly [string, string]>,
  secrets: Secrets,
): Record<string, string> {
  const masked: [string, string][] = [];
  for (const [name, value] of values) {
    if (OPEN_NAME.test(name)) masked.push([name, value]);
    else masked.push([maskWithin(name, secrets), maskValue(name, value, secrets)]);
  }
  return Object.fromEntries(masked);
}

/** Masks the known secrets within a text. */
export function maskWithin(text: string, { values }: Secrets): string {
  return values
    .filter((secret) => secret.length >= SHORTEST_WITHIN)
    .reduce((maskedText, secret) => maskedText.replaceAll(secret, MASK), text);
}

function maskValue(name: string, value: string, secrets: Secrets): string {
  if (!isSecretName(name, secrets) && !secrets.values.includes(value)) {
    return maskWithin(maskMembers(value, secrets), secrets);
  }
  // The scheme stays, because readers want to know whether there was one.
  const scheme = /^(?:Basic|Bearer|Token|Digest) /i.exec(value)?.[0] ?? '';
  return scheme + MASK;
}

function isSecretName(name: string, { names }: Secrets): boolean {
  return SECRET_NAME.test(name) || names.includes(name.toLowerCase());
}

/** The text with the secret members masked if it is JSON, otherwise unchanged. */
function maskMembers(text: string, secrets: Secrets): string {
  if (!/^\s*[[{]/.test(text)) return text;
  let hasSecret = false;
  const mask = (name: string, value: unknown): unknown => {
    if (OPEN_NAME.test(name)) return value;
    const nested = typeof value === 'string' ? maskMembers(value, secrets) : value;
    const visibleValue = isSecretName(name, secrets) ? MASK : nested;
    hasSecret ||= visibleValue !== value;
    return visibleValue;
  };
  try {
    const json = JSON.stringify(JSON.parse(text, mask));
    return hasSecret ? json : text;
  } catch (error) {
    // Too deeply nested to search for secrets.
    return error instanceof RangeError ? MASK : text;
  }
}
