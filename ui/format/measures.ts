// Sizes, durations and times as the page shows them: short, and with their unit.
export { durationText } from '../../src/base/duration-text.ts';

/** Returns a size such as `96 B`, `2.4 KB` or `12 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const unit = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let at = 0;
  while (value >= 999.95 && at < unit.length - 1) {
    value /= 1000;
    at += 1;
  }
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit[at]!}`;
}

export type TimeZone = 'local' | 'utc';

let zone: TimeZone = 'local';

/** Chooses the zone of all times that are shown from now on. */
export function showTimesIn(chosen: TimeZone): void {
  zone = chosen;
}

/** Returns the time of day with milliseconds. */
export function timeText(iso: string): string {
  const date = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const ms = String(date.getUTCMilliseconds()).padStart(3, '0');
  const [hours, minutes] =
    zone === 'utc' ? [date.getUTCHours(), date.getUTCMinutes()] : [date.getHours(), date.getMinutes()];
  return `${two(hours)}:${two(minutes)}:${two(date.getUTCSeconds())}.${ms}`;
}

/** Returns the time of day without milliseconds. */
export function clockText(iso: string): string {
  return timeText(iso).slice(0, -4);
}

// Made once: a format takes longer to make than a row to draw.
const formats = (options: Intl.DateTimeFormatOptions): Readonly<Record<TimeZone, Intl.DateTimeFormat>> => ({
  local: new Intl.DateTimeFormat('en-GB', options),
  utc: new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }),
});
const SHORT_DAY = formats({ day: 'numeric', month: 'short' });
const WEEKDAY = formats({ weekday: 'short', day: 'numeric', month: 'short' });
const DAY = formats({ day: 'numeric', month: 'short', year: 'numeric' });

/** Returns the time of day, with the day where it is not today: `14:32:09.184`, `21 Nov 17:02:00`. */
export function startText(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (dayOf(date) === dayOf(now)) return timeText(iso);
  return `${SHORT_DAY[zone].format(date)} ${clockText(iso)}`;
}

function dayOf(date: Date): string {
  return zone === 'utc' ? date.toISOString().slice(0, 10) : date.toDateString();
}

/** Returns the day, such as `Fri 20 Nov`. */
export function dayText(iso: string): string {
  return WEEKDAY[zone].format(new Date(iso)).replace(',', '');
}

/** Returns the date, such as `22 Nov 2026`. */
export function dateText(iso: string): string {
  return DAY[zone].format(new Date(iso));
}

/** Returns date and time, such as `22 Nov 2026, 14:32:09.184`; in UTC it says so. */
export function dateTimeText(iso: string): string {
  return `${DAY[zone].format(new Date(iso))}, ${timeText(iso)}${zone === 'utc' ? ' UTC' : ''}`;
}

/** Returns the minutes and seconds since a time, such as `0:42`. */
export function elapsedText(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns a number with separators between thousands, such as `1,284`. */
export function countText(count: number): string {
  return count.toLocaleString('en');
}
