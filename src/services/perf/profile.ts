// Profiles of a load test: the number of users at each moment, or with a rate the iterations per second.

export const PROFILES = ['fixed', 'rampUp', 'spike', 'peak'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** A point of a profile: a fraction of the duration, and of the full load. Between points the load is linear. */
export interface ProfilePoint {
  readonly at: number;
  readonly load: number;
}

export const PROFILE_POINTS: Readonly<Record<ProfileName, readonly ProfilePoint[]>> = {
  fixed: [
    { at: 0, load: 1 },
    { at: 1, load: 1 },
  ],
  rampUp: [
    { at: 0, load: 0.25 },
    { at: 0.25, load: 0.25 },
    { at: 0.75, load: 1 },
    { at: 1, load: 1 },
  ],
  spike: [
    { at: 0, load: 0.1 },
    { at: 0.4, load: 0.1 },
    { at: 0.5, load: 1 },
    { at: 0.6, load: 0.1 },
    { at: 1, load: 0.1 },
  ],
  peak: [
    { at: 0, load: 0.1 },
    { at: 0.2, load: 0.1 },
    { at: 0.4, load: 1 },
    { at: 0.6, load: 1 },
    { at: 0.8, load: 0.1 },
    { at: 1, load: 0.1 },
  ],
};

/** Returns the fraction of the full load at a fraction of the duration. */
export function loadAt(profile: ProfileName, at: number): number {
  const points = PROFILE_POINTS[profile];
  const index = points.findIndex((point) => point.at >= at);
  const after = points[index] ?? points.at(-1)!;
  const before = points[index - 1] ?? after;
  if (after.at <= before.at) return after.load;
  return before.load + ((after.load - before.load) * (at - before.at)) / (after.at - before.at);
}

/** Returns the load from the start up to `at`, as a fraction of the full load over the whole duration. */
export function loadUntil(profile: ProfileName, at: number): number {
  const points = PROFILE_POINTS[profile];
  let sum = 0;
  for (const [index, { at: from, load }] of points.entries()) {
    const end = Math.min(points[index + 1]?.at ?? from, at);
    if (end > from) sum += ((load + loadAt(profile, end)) / 2) * (end - from);
  }
  return sum;
}
