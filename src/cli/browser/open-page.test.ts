import { expect, test } from 'vitest';
import { chromiumPaths, openerOf } from './open-page.ts';

test.each([
  ['darwin', {}, ['open']],
  ['win32', {}, ['rundll32.exe', 'url.dll,FileProtocolHandler']],
  ['linux', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['linux', { DISPLAY: '' }, null],
  ['freebsd', {}, null],
] as const)('%s %j: %j', (platform, env, opener) => {
  expect(openerOf(platform, env)).toEqual(opener);
});

test.each([
  ['darwin', { HOME: '/Users/ida' }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['linux', { PATH: '/opt/bin:/usr/bin' }, '/opt/bin/google-chrome'],
] as const)('%s %j: looks for %s first', (platform, env, first) => {
  expect(chromiumPaths(platform, env)[0]).toBe(first);
});

test('without a PATH no browser is looked for', () => {
  expect(chromiumPaths('linux', {})).toEqual([]);
});
