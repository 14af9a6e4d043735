import { inspect } from 'node:util';

/** Every place where an error can show something. */
function placesOf(error: unknown): Record<string, string> {
  const places: Record<string, string> = {
    inspect: inspect(error, { showHidden: true, getters: true, depth: 10 }),
    JSON: JSON.stringify(error) ?? '',
    text: String(error),
  };
  if (error instanceof Error) {
    places['message'] = error.message;
    places['stack'] = error.stack ?? '';
    places['cause'] = inspect(error.cause, { showHidden: true, depth: 10 });
    for (const key of Reflect.ownKeys(error)) {
      const value: unknown = Reflect.get(error, key);
      places[String(key)] = inspect(value, { showHidden: true, depth: 10 });
    }
  }
  return places;
}

/** The forms in which a secret can be written and still be read. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

/** Where an error shows a secret, in any form, as `place: form`. Empty if it shows none. */
export function leaksOf(error: unknown, secrets: readonly string[]): string[] {
  const forms = [...new Set(secrets.flatMap(formsOf))];
  return Object.entries(placesOf(error)).flatMap(([place, shown]) =>
    forms
      .filter((form) => shown.toLowerCase().includes(form.toLowerCase()))
      .map((form) => `${place}: ${form}`),
  );
}
