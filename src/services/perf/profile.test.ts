import { expect, test } from 'vitest';
import { loadAt, loadUntil, PROFILES } from './profile.ts';

test.each([
  ['fixed', [1, 1, 1, 1, 1]],
  ['rampUp', [0.25, 0.25, 0.625, 1, 1]],
  ['spike', [0.1, 0.1, 1, 0.1, 0.1]],
  ['peak', [0.1, 0.325, 1, 0.325, 0.1]],
] as const)('%s', (profile, expected) => {
  [0, 0.25, 0.5, 0.75, 1].forEach((at, index) => expect(loadAt(profile, at)).toBeCloseTo(expected[index]!));
});

test('the sum of the load agrees with its course', () => {
  for (const profile of PROFILES)
    for (const until of [0, 0.1, 0.45, 0.7, 1]) {
      const steps = 10_000;
      let sum = 0;
      for (let index = 0; index < steps; index += 1)
        sum += (loadAt(profile, (until * (index + 0.5)) / steps) * until) / steps;
      expect(loadUntil(profile, until), `${profile} ${until}`).toBeCloseTo(sum, 4);
    }
});
