// Profiles of a load test: the number of users at each moment, or with a rate the iterations per second.

export const PROFILES = ['fixed', 'rampUp', 'spike', 'peak'] as const;
/** `stages`: a profile of the user's own. */
export type ProfileName = (typeof PROFILES)[number] | 'stages';

/** A point of a profile: a fraction of the duration, and of the full load. Between points the load is linear. */
export interface ProfilePoint {
  readonly at: number;
  readonly load: number;
}

/** The load changes evenly to `to` while a stage lasts; one of 0 seconds jumps to it. The first begins at 0. */
export interface Stage {
  readonly seconds: number;
  /** Users, or with a rate iterations a second. */
  readonly to: number;
}

export const PROFILE_POINTS: Readonly<Record<(typeof PROFILES)[number], readonly ProfilePoint[]>> = {
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

/** Returns the points of a profile; `stages` are those of the user's own. */
export function pointsOf(profile: ProfileName, stages: readonly Stage[]): readonly ProfilePoint[] {
  if (profile !== 'stages') return PROFILE_POINTS[profile];
  const { seconds: total, load: full } = totalsOf(stages);
  let sum = 0;
  const ends = stages.map(({ seconds, to }) => {
    sum += seconds;
    return { at: total === 0 ? 1 : sum / total, load: full === 0 ? 0 : to / full };
  });
  return [{ at: 0, load: 0 }, ...ends];
}

/** Returns the milliseconds from the start at which stages end. */
export function stageEnds(stages: readonly Stage[]): readonly number[] {
  let sum = 0;
  return stages.map(({ seconds }) => (sum += seconds * 1000));
}

/** Returns the length of stages, and their greatest load. */
export function totalsOf(stages: readonly Stage[]): { readonly seconds: number; readonly load: number } {
  return {
    seconds: stages.reduce((sum, { seconds }) => sum + seconds, 0),
    load: Math.max(0, ...stages.map(({ to }) => to)),
  };
}

/** Returns the fraction of the full load at a fraction of the duration. */
export function loadAt(points: readonly ProfilePoint[], at: number): number {
  const index = points.findIndex((point) => point.at >= at);
  const after = points[index] ?? points.at(-1)!;
  const before = points[index - 1] ?? after;
  if (after.at <= before.at) return after.load;
  return before.load + ((after.load - before.load) * (at - before.at)) / (after.at - before.at);
}

/** Returns the load from the start up to `at`, as a fraction of the full load over the whole duration. */
export function loadUntil(points: readonly ProfilePoint[], at: number): number {
  let sum = 0;
  for (const [index, { at: from, load }] of points.entries()) {
    const end = Math.min(points[index + 1]?.at ?? from, at);
    if (end > from) sum += ((load + loadAt(points, end)) / 2) * (end - from);
  }
  return sum;
}
