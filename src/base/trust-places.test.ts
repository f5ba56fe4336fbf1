// The table of places, and the documentation of it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  addToAnchors,
  addToKeychain,
  addToNss,
  ANCHOR_FOLDERS,
  CHROMIUM_DATABASE,
  commandLine,
  LOGIN_KEYCHAIN,
  ROOT_NICKNAME,
} from './trust-places.ts';

const page = readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8');

test('docs/platforms.md has each place', () => {
  for (const { systems, folder, file } of ANCHOR_FOLDERS)
    expect(page).toMatch(new RegExp(`^\\| ${systems} +\\| \`${folder}/${file}\` `, 'm'));
  for (const text of [`~/${LOGIN_KEYCHAIN}`, `~/${CHROMIUM_DATABASE}`, `An entry \`${ROOT_NICKNAME}\``])
    expect(page).toContain(text);
});

test('lines for a shell: words with other characters are quoted, the home folder is not', () => {
  expect(commandLine(addToKeychain('/a b/root.pem'))).toBe(
    "security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db '/a b/root.pem'",
  );
  expect(commandLine(addToNss('$HOME/.pki/nssdb', "it's.pem"))).toBe(
    "certutil -A -d sql:$HOME/.pki/nssdb -n proxyctl -t C,, -i 'it'\\''s.pem'",
  );
  expect(commandLine(addToAnchors(ANCHOR_FOLDERS[0]!, '/a/root.pem'))).toBe(
    'sudo cp /a/root.pem /usr/local/share/ca-certificates/proxyctl-root.crt && sudo update-ca-certificates',
  );
});
