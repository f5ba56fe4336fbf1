import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { readSettingsFile } from './file.ts';
import { defaultSettings } from './settings.ts';

const home = temporaryHome();
const path = join(home.path, 'conf', 'settings.json');
mkdirSync(join(home.path, 'conf'));
afterEach(() => writeFileSync(path, ''));

function read(text: string): ReturnType<typeof readSettingsFile> {
  writeFileSync(path, text);
  return readSettingsFile(path);
}

test('missing keys have their defaults', async () => {
  expect(await read('{}')).toEqual(defaultSettings());
  expect(await read('\uFEFF{"port": 8080, "bypassHosts": ["a.test"]}\n')).toEqual({
    ...defaultSettings(),
    port: 8080,
    bypassHosts: ['a.test'],
  });
});

test('paths are resolved against the folder of the file', async () => {
  const certificate = { host: 'a.test', certPath: '../me.pem', keyPath: '/keys/me.key' };
  const settings = await read(
    JSON.stringify({ tlsKeyLogPath: 'keys.log', clientCertificates: [certificate] }),
  );
  expect(settings.tlsKeyLogPath).toBe(join(home.path, 'conf', 'keys.log'));
  expect(settings.clientCertificates[0]).toMatchObject({
    certPath: join(home.path, 'me.pem'),
    keyPath: '/keys/me.key',
  });
});

test.each([
  ['', 'invalid JSON at line 1, column 1: expected a value'],
  ['{\n  "port": 9090,\n}', 'invalid JSON at line 3, column 1: expected a name in double quotes'],
  ['[]', 'settings must be an object'],
  ['null', 'settings must be an object'],
  ['{"prot": 1}', 'prot is not a setting: did you mean port?'],
  ['{"port": 9091, "socks": {"port": "x"}}', 'socks.port is "x": give a whole number from 1 to 65535'],
])('rejects %j as a whole', async (text, error) => {
  await expect(read(text)).rejects.toThrow(`the settings ${path} cannot be used: ${error}`);
});

test('an error names a missing file, and a folder', async () => {
  await expect(readSettingsFile(join(home.path, 'none.json'))).rejects.toThrow(/none\.json.*no such file/);
  await expect(readSettingsFile(home.path)).rejects.toThrow(/EISDIR/);
});
