// The time of a run as it is named: of today the time of day, else the day too.
import { clockText, startText } from '../../../format/measures.ts';

/** Returns a time such as `14:33` or `20 Nov 14:33`. */
export function shortTime(ms: number): string {
  const iso = new Date(ms).toISOString();
  const clock = clockText(iso);
  const text = startText(iso);
  const day = text.startsWith(clock) ? '' : text.slice(0, -clock.length);
  return `${day}${clock.slice(0, 5)}`;
}
