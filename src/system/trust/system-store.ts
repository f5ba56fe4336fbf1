// The store of the operating system, which most programs use: how it is changed. Whether it trusts is in the file of
// each system.
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Root, TrustChange } from './store.ts';

/** The folders from which distributions take roots of the administrator, and the programs that then make the bundle. */
const DISTRIBUTIONS = [
  {
    folder: '/usr/local/share/ca-certificates', // Debian, Ubuntu, Alpine
    file: 'proxyctl.crt',
    update: ['update-ca-certificates'],
    updateAfterRemoval: ['update-ca-certificates', '--fresh'],
  },
  { folder: '/etc/pki/ca-trust/source/anchors', file: 'proxyctl.pem', update: ['update-ca-trust'] }, // Fedora, RHEL
  { folder: '/etc/pki/trust/anchors', file: 'proxyctl.pem', update: ['update-ca-certificates'] }, // openSUSE
  {
    folder: '/etc/ca-certificates/trust-source/anchors', // Arch
    file: 'proxyctl.crt',
    update: ['update-ca-trust'],
  },
] as const;

/** Returns null on a system whose means are not known. `exists`: whether a folder is there. */
export function systemChanges(
  { path, pem }: Root,
  platform: NodeJS.Platform,
  exists: (folder: string) => boolean = existsSync,
): { readonly add: TrustChange; readonly remove: TrustChange } | null {
  if (platform === 'darwin') return macosChanges(path);
  if (platform === 'win32') return windowsChanges(path, pem);
  const distribution = DISTRIBUTIONS.find(({ folder }) => exists(folder));
  if (distribution === undefined) return null;
  const target = `${distribution.folder}/${distribution.file}`;
  const { update } = distribution;
  const afterRemoval = 'updateAfterRemoval' in distribution ? distribution.updateAfterRemoval : update;
  return {
    add: withPassword(['sudo', 'cp', path, target], ['sudo', ...update]),
    remove: withPassword(['sudo', 'rm', '-f', target], ['sudo', ...afterRemoval]),
  };
}

function macosChanges(path: string): ReturnType<typeof systemChanges> {
  const keychain = '/Library/Keychains/System.keychain';
  return {
    add: withPassword([
      'sudo',
      'security',
      'add-trusted-cert',
      '-d',
      '-r',
      'trustRoot',
      '-k',
      keychain,
      path,
    ]),
    remove: withPassword(['sudo', 'security', 'remove-trusted-cert', '-d', path]),
  };
}

/** The store of the user needs no administrator, but asks in a window. */
function windowsChanges(path: string, pem: string): ReturnType<typeof systemChanges> {
  const fingerprint = new X509Certificate(pem).fingerprint.replaceAll(':', '');
  return {
    add: withPassword(['certutil.exe', '-user', '-addstore', 'Root', path]),
    remove: withPassword(['certutil.exe', '-user', '-delstore', 'Root', fingerprint]),
  };
}

function withPassword(...commands: TrustChange['commands']): TrustChange {
  return { commands, needsPassword: true };
}
