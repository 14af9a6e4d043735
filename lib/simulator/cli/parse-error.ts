/** Says in our own words what Node's reader of command lines could not read. */
export function describeParseError(message: string, flags: readonly string[]): string {
  const unknown = /^Unknown option '(-+)([^']*)'/.exec(message);
  if (unknown !== null) {
    const [, dashes = '', name = ''] = unknown;
    const near = flags.filter((flag) => isNear(flag, name)).map((flag) => `--${flag}`);
    const meant = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '.';
    return `There is no option '${dashes}${name}'${meant}`;
  }
  const word = /^Unexpected argument '([^']*)'/.exec(message)?.[1];
  if (word !== undefined) {
    return `'${word}' is no option: each begins with two dashes, as in --port 4010.`;
  }
  const flag = /^Option '(--[\w-]+)/.exec(message)?.[1];
  if (flag !== undefined && /missing|ambiguous/.test(message)) {
    const dash = message.includes('ambiguous')
      ? `; one with a dash in front is written ${flag}=-…`
      : '';
    return `${flag} needs a value after it${dash}.`;
  }
  return message.replace(/\.?$/, '.');
}

// Another spelling (userId), letters that changed places (prot), or a beginning (-p).
function isNear(flag: string, given: string): boolean {
  const [one, other] = [flag, given].map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  if (one === undefined || other === undefined || other === '') return false;
  return sortLetters(one) === sortLetters(other) || one.startsWith(other);
}

function sortLetters(name: string): string {
  return [...name].toSorted().join('');
}
