import { expect, test } from 'vitest';
import { chromiumPaths } from './chromium-paths.ts';

test.each([
  ['darwin', { HOME: '/Users/ida' }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['linux', { PATH: '/opt/bin:/usr/bin' }, '/opt/bin/google-chrome'],
] as const)('%s %j: looks for %s first', (platform, env, first) => {
  expect(chromiumPaths(platform, env)[0]).toBe(first);
});

test('without a PATH no browser is looked for', () => {
  expect(chromiumPaths('linux', {})).toEqual([]);
});
