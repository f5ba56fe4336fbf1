import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allowProgram, unallowedIn } from './allowed-programs.ts';
import { forgetProgram, rememberedPrograms } from './program-list.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  vi.stubEnv('PROXYCTL_HOME', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const program = () => ({ command: 'node', args: ['server.js'], folder, own: { KEY: 's3cret' }, env: {} });

test('a program is refused until it is allowed, once or for good, and again when its file has changed', async () => {
  const refused: unknown = await allowProgram()(program()).catch((error: unknown) => error);
  const { fingerprint, description } = unallowedIn(new Error('sent', { cause: refused }))!;
  expect(description).toContain('node server.js');
  expect(description).not.toContain('s3cret');
  await allowProgram({ once: fingerprint })(program());
  await expect(allowProgram()(program())).rejects.toThrow('nobody has allowed');

  const asked: string[] = [];
  await allowProgram({ ask: (text) => Promise.resolve(asked.push(text) > 0) })(program());
  expect(asked[0]).toContain('s3cret');
  await allowProgram()(program());
  expect(readFileSync(join(folder, 'programs.json'), 'utf8')).not.toContain('s3cret');
  writeFileSync(join(folder, 'server.js'), '1');
  await expect(allowProgram({ once: fingerprint })(program())).rejects.toThrow('nobody has allowed');
});

test('the list of an earlier version is read, a program is forgotten, and another file is refused', async () => {
  const file = join(folder, 'programs.json');
  writeFileSync(file, '["aa", "bb"]');
  expect(await rememberedPrograms()).toEqual([
    { fingerprint: 'aa', description: '' },
    { fingerprint: 'bb', description: '' },
  ]);
  expect(await forgetProgram('aa')).toBe(true);
  expect(await forgetProgram('aa')).toBe(false);
  expect(await rememberedPrograms()).toEqual([{ fingerprint: 'bb', description: '' }]);
  writeFileSync(file, '{}');
  await expect(rememberedPrograms()).rejects.toThrow('is not a list of allowed programs');
});
