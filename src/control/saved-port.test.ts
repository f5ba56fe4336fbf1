import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { savedPort } from './saved-port.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'proxyctl-settings-'));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

test.each([
  ['{"port":8080,"more":true}', 8080],
  ['{"port":65535}', 65535],
  ['{"port":0}', null],
  ['{"port":65536}', null],
  ['{"port":"8080"}', null],
  ['{"port":80.5}', null],
  ['{}', null],
  ['null', null],
  ['[8080]', null],
  ['{"port":', null],
  ['', null],
])('%j: %j', async (settings, port) => {
  writeFileSync(join(home, 'settings.json'), settings);
  expect(await savedPort(home)).toBe(port);
});

test('no settings', async () => {
  expect(await savedPort(home)).toBeNull();
});
