const MASK = '<masked>';
const SECRET_NAME =
  /pass|pwd|secret|token|credential|(?:api|app|auth|access|account|client|private|user)[-_]?key|^(?:x-)?(?:key|auth)$|^(?:proxy-)?authorization$|^cookie$/i;
const OPEN_NAME = /^(?:msg|mobile|userid)$/i;

// A shorter one stands in innocent words, and is masked where it stands alone.
const SHORTEST_WITHIN = 6;

/** What must not be shown. */
export interface Secrets {
  /** Known ones, wherever they stand. */
  readonly values: readonly string[];
  /** Names, in lower case, whose values are secret beside those that sound like it. */
  readonly names: readonly string[];
}

/**
 * Field or header values without the secrets: by their name, by that of a member where the value is
 * JSON, any that is a known secret, and any known secret within another value or name.
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

/** A text without the known secrets in it. */
export function maskWithin(text: string, { values }: Secrets): string {
  return values
    .filter((secret) => secret.length >= SHORTEST_WITHIN)
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}

function maskValue(name: string, value: string, secrets: Secrets): string {
  return isSecretName(name, secrets) || secrets.values.includes(value)
    ? maskCredential(value)
    : maskWithin(maskMembers(value, secrets), secrets);
}

function isSecretName(name: string, { names }: Secrets): boolean {
  return SECRET_NAME.test(name) || names.includes(name.toLowerCase());
}

/** A text as it came, but for the secret members of JSON. */
function maskMembers(text: string, secrets: Secrets): string {
  if (!/^\s*[[{]/.test(text)) return text;
  let found = false;
  const mask = (name: string, value: unknown): unknown => {
    if (OPEN_NAME.test(name)) return value;
    const shown = isSecretName(name, secrets)
      ? MASK
      : typeof value === 'string'
        ? maskMembers(value, secrets)
        : value;
    found ||= shown !== value;
    return shown;
  };
  try {
    const json = JSON.stringify(JSON.parse(text, mask));
    return found ? json : text;
  } catch (error) {
    // Nested so deep that nobody can look for secrets in it.
    return error instanceof RangeError ? MASK : text;
  }
}

// The scheme word stays: whether one came is what a reader wants to know.
function maskCredential(value: string): string {
  const scheme = /^(Basic|Bearer|Token|Digest) /i.exec(value)?.[1];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}
