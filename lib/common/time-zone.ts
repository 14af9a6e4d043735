const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a name is an IANA time zone that this Node.js knows. */
export function isTimeZone(name: string): boolean {
  // Newer versions of Node.js also take offsets like `+05:30`.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatFor(name);
    return true;
  } catch {
    return false;
  }
}

/** How far the clocks of a zone are ahead of UTC at a time, in ms. */
export function offsetAt(time: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatFor(zone).formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 0, day, hour, minute, second } = parts;
  // Formats show no milliseconds, and offsets have none.
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

// Cached, because making one takes as long as using it thousands of times.
function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}
