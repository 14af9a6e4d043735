export const NUMBER = new Intl.NumberFormat('en');

/** A number with its noun: `1 message`, `12,345 messages`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? noun : plural}`;
}
