import { expect, test } from 'vitest';
import { openerOf } from './browser.ts';

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
