// Windows: the store Root of the user, which also shows the certificates of the machine's store. The registry tells
// them apart: it names certificates by their fingerprints.
import { X509Certificate } from 'node:crypto';
import { addToUserStore } from '../../base/trust-places.ts';
import type { RunProgram } from '../commands.ts';
import { administratorChange, type Machine, type Root, type TrustPlace, type TrustStore } from './store.ts';

const CERTIFICATES = String.raw`Microsoft\SystemCertificates\Root\Certificates`;
const GROUP_POLICY = String.raw`HKLM\SOFTWARE\Policies`;

export async function trustedOnWindows(pem: string, run: RunProgram): Promise<boolean> {
  const stores = [['-user'], []].map((store) =>
    run('certutil.exe', [...store, '-verifystore', 'Root', fingerprintOf(pem)]),
  );
  return (await Promise.all(stores)).some(({ code }) => code === 0);
}

export function windowsStore(root: Root, machine: Machine): TrustStore {
  const hash = fingerprintOf(root.pem);
  const has = async (key: string): Promise<boolean> =>
    (await machine.run('reg.exe', ['query', `${key}\\${CERTIFICATES}\\${hash}`])).code === 0;
  const remove = (...store: readonly string[]) =>
    [['certutil.exe', ...store, '-delstore', 'Root', hash]] as const;
  const stores: readonly (readonly [key: string, location: TrustPlace])[] = [
    [
      String.raw`HKCU\Software`,
      // The command asks in a window.
      { where: 'CurrentUser\\Root', remove: { commands: remove('-user'), needsPassword: true } },
    ],
    [
      String.raw`HKLM\SOFTWARE`,
      { where: 'LocalMachine\\Root', remove: administratorChange(remove(), machine) },
    ],
    [GROUP_POLICY, { where: 'a group policy, which its administrator can change', remove: null }],
  ];
  return {
    name: 'the system',
    tool: 'certutil.exe',
    add: { commands: addToUserStore(root.path), needsPassword: true },
    async look() {
      const isTrusted = await trustedOnWindows(root.pem, machine.run);
      const isIn = await Promise.all(stores.map(([key]) => has(key)));
      return { isTrusted, places: stores.filter((_, at) => isIn[at]).map(([, location]) => location) };
    },
  };
}

function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint.replaceAll(':', '');
}
