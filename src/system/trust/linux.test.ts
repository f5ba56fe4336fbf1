import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { trustedOnLinux } from './linux.ts';

let home: TemporaryHome;

beforeEach(() => {
  home = temporaryHome();
});

afterEach(() => home.remove());

const [own = '', other = '', third = ''] = tls.getCACertificates('bundled');

test('the bundle holds it, whatever is around it and however its lines are broken', async () => {
  const bundle = join(home.path, 'bundle.crt');
  writeFileSync(bundle, `# Somebody\n${other}\n${own.replaceAll('\n', '\r\n')}`);
  expect(await trustedOnLinux(own, [join(home.path, 'none'), bundle])).toBe(true);
  expect(await trustedOnLinux(third, [bundle])).toBe(false);
});

test('one that was added since is found', async () => {
  const bundle = join(home.path, 'bundle.crt');
  writeFileSync(bundle, other);
  expect(await trustedOnLinux(own, [bundle])).toBe(false);
  appendFileSync(bundle, `\n${own}`);
  expect(await trustedOnLinux(own, [bundle])).toBe(true);
});

test('only the first bundle that there is counts, and none is no trust', async () => {
  const [first, second] = [join(home.path, '1'), join(home.path, '2')];
  writeFileSync(first, other);
  writeFileSync(second, own);
  expect(await trustedOnLinux(own, [first, second])).toBe(false);
  expect(await trustedOnLinux(own, [])).toBe(false);
  expect(await trustedOnLinux('', [second])).toBe(false);
});
