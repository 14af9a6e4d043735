import { computed } from '@preact/signals';
import { isTimeZone } from '../../../../lib/core/common/time-zone.js';
import { settings } from './settings.js';

/**
 * The zone of all times on the page: that of the simulator, so that they agree with the times in
 * requests and reports, and a search for a time finds the same for everyone. A browser that does not
 * know it uses UTC, and says so.
 */
export const timeZone = computed(() => {
  const gatewayZone = settings.value?.timeZone ?? 'UTC';
  return isTimeZone(gatewayZone) ? gatewayZone : 'UTC';
});

const formats = computed(() => {
  const usual = { hourCycle: 'h23', timeZone: timeZone.value } as const;
  return {
    clock: new Intl.DateTimeFormat(undefined, { ...usual, timeStyle: 'medium' }),
    day: new Intl.DateTimeFormat(undefined, { ...usual, day: 'numeric', month: 'short' }),
    date: new Intl.DateTimeFormat(undefined, { ...usual, dateStyle: 'medium' }),
    full: new Intl.DateTimeFormat(undefined, {
      ...usual,
      dateStyle: 'medium',
      timeStyle: 'medium',
    }),
  };
});

/** A short form of a time: the clock for today, the day otherwise. */
export function shortTime(iso: string): string {
  const { clock, day } = formats.value;
  return (dateOf(iso) === dateOf(Date.now()) ? clock : day).format(new Date(iso));
}

/** The day with its year. */
function dateOf(time: string | number): string {
  return formats.value.date.format(new Date(time));
}

/** Day, clock and zone. */
export function fullTime(iso: string): string {
  return `${formats.value.full.format(new Date(iso))} ${timeZone.value}`;
}

/** The clock with milliseconds. */
export function exactTime(iso: string): string {
  const date = new Date(iso);
  return `${formats.value.clock.format(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
