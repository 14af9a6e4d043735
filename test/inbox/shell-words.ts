/** Splits a command as a POSIX shell does, with single quotes and continued lines. */
function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < command.length; at += 1) {
    const character = command.charAt(at);
    if (character === "'") {
      const end = command.indexOf("'", at + 1);
      word = (word ?? '') + command.slice(at + 1, end);
      at = end;
    } else if (character === '\\') {
      at += 1;
      if (command.charAt(at) !== '\n') word = (word ?? '') + command.charAt(at);
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}

/** Runs a curl command of the page. */
export function runCurl(
  command: string,
  secrets: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const [program, url = '', ...rest] = shellWords(
    Object.entries(secrets).reduce((text, [from, to]) => text.replaceAll(from, to), command),
  );
  expect(program).toBe('curl');
  const headers = new Headers();
  const form = new FormData();
  const pairs: [string, string][] = [];
  let body: string | undefined;
  let method: string | undefined;
  let asQuery = false;
  for (let at = 0; at < rest.length; at += 1) {
    const flag = rest[at];
    if (flag === '-G') asQuery = true;
    if (flag === '-G' || flag === '-N') continue;
    at += 1;
    const value = rest[at] ?? '';
    const cut = value.indexOf('=');
    const pair: [string, string] = [value.slice(0, cut), value.slice(cut + 1)];
    if (flag === '-H') headers.set(value.split(': ')[0] ?? '', value.split(': ')[1] ?? '');
    else if (flag === '-u') headers.set('Authorization', `Basic ${btoa(value)}`);
    else if (flag === '-X') method = value;
    else if (flag === '--form-string') form.append(...pair);
    else if (flag === '--data-urlencode') pairs.push(pair);
    else if (flag === '-d') body = value;
    else throw new Error(`The curl has ${flag}.`);
  }
  const query = new URLSearchParams(pairs);
  if (asQuery) return fetch(`${url}?${query}`, { headers });
  const fields = [...form.keys()].length > 0 ? form : pairs.length > 0 ? query : null;
  const given = body ?? fields;
  return fetch(url, { method: method ?? (given === null ? 'GET' : 'POST'), headers, body: given });
}
