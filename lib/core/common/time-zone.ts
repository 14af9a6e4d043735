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
  // It ends in `GMT+05:30`, or `GMT` for UTC. Offsets of long ago have seconds.
  const wallTime = formatFor(zone).format(time);
  const [, sign, ...parts] = /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(wallTime) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return sign === '-' ? -ms : ms;
}

/**
 * When the clocks of a zone change after `after`, up to and including `until`; undefined if they do not. Two
 * changes that cancel each other out are not found.
 */
export function changeWithin(after: number, until: number, zone: string): number | undefined {
  const offset = offsetAt(after, zone);
  if (offsetAt(until, zone) === offset) return undefined;
  let before = after;
  let change = until;
  while (change - before > 1) {
    const middle = Math.floor((before + change) / 2);
    if (offsetAt(middle, zone) === offset) before = middle;
    else change = middle;
  }
  return change;
}

// Cached, because making one takes as long as using it thousands of times.
function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  return format;
}
