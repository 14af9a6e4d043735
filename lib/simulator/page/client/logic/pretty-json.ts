/** JSON with line breaks, or the text as it is where that would change what it says. */
export function prettyJson(text: string): string {
  try {
    const value = JSON.parse(text) as unknown;
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
