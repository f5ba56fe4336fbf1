// Durations as people read them, wherever they are shown: lists, details, insights and reports.

/** Returns a duration in at most three digits: `318 ms`, `2.04 s`, `31 s`, `2 min`. */
export function durationText(ms: number): string {
  if (ms < 9.95) return `${Number(ms.toPrecision(2))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`;
  if (seconds < 99.95) return `${Number(seconds.toPrecision(3))} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
