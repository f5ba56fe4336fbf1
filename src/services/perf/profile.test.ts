import { expect, test } from 'vitest';
import { loadAt, loadUntil, pointsOf, PROFILE_POINTS, PROFILES } from './profile.ts';

const STAGES = [
  { seconds: 10, to: 50 },
  { seconds: 0, to: 100 },
  { seconds: 20, to: 100 },
  { seconds: 10, to: 0 },
];
const STAGED = ['stages', pointsOf('stages', STAGES)] as const;

test('stages of one’s own begin at 0, and may jump', () => {
  const at = (second: number): number => loadAt(STAGED[1], second / 40);
  expect([0, 5, 10, 10.01, 20, 35, 40].map(at)).toEqual([0, 0.25, 0.5, 1, 1, expect.closeTo(0.5), 0]);
});

test.each([
  ['fixed', [1, 1, 1, 1, 1]],
  ['rampUp', [0.25, 0.25, 0.625, 1, 1]],
  ['spike', [0.1, 0.1, 1, 0.1, 0.1]],
  ['peak', [0.1, 0.325, 1, 0.325, 0.1]],
] as const)('%s', (profile, expected) => {
  [0, 0.25, 0.5, 0.75, 1].forEach((at, index) =>
    expect(loadAt(PROFILE_POINTS[profile], at)).toBeCloseTo(expected[index]!),
  );
});

test('the sum of the load agrees with its course', () => {
  for (const [profile, points] of [...PROFILES.map((name) => [name, PROFILE_POINTS[name]] as const), STAGED])
    for (const until of [0, 0.1, 0.45, 0.7, 1]) {
      const steps = 10_000;
      let sum = 0;
      for (let index = 0; index < steps; index += 1)
        sum += (loadAt(points, (until * (index + 0.5)) / steps) * until) / steps;
      expect(loadUntil(points, until), `${profile} ${until}`).toBeCloseTo(sum, 4);
    }
});
