// macOS: keychains hold certificates, and trust settings of the user or of all users say which of them are trusted.
import { X509Certificate } from 'node:crypto';
import {
  addToKeychain,
  addToSystemKeychain,
  LOGIN_KEYCHAIN,
  SYSTEM_KEYCHAIN,
} from '../../base/trust-places.ts';
import type { RunProgram } from '../commands.ts';
import {
  administratorChange,
  holdsRoot,
  type Machine,
  type Root,
  type TrustPlace,
  type TrustStore,
} from './store.ts';

/** Resolves with true when `security` trusts the certificate by the keychains and the trust settings. */
export async function trustedOnMacOS(path: string, run: RunProgram): Promise<boolean> {
  return (await run('security', ['verify-cert', '-c', path, '-p', 'ssl', '-L', '-q'])).code === 0;
}

export function macosStore(root: Root, machine: Machine): TrustStore {
  const { env, run } = machine;
  const home = env['HOME'] ?? '';
  const hasScreen = (env['SSH_CONNECTION'] ?? '') === '';
  return {
    name: 'the system',
    tool: 'security',
    // The command asks for the password in a window.
    add: {
      commands: hasScreen ? addToKeychain(root.path, home) : addToSystemKeychain(root.path),
      needsPassword: true,
    },
    note: hasScreen ? null : NO_SCREEN,
    async look() {
      const [isTrusted, login, system] = await Promise.all([
        trustedOnMacOS(root.path, run),
        inKeychain(`${home}/${LOGIN_KEYCHAIN}`, root, machine),
        inKeychain(SYSTEM_KEYCHAIN, root, machine),
      ]);
      return { isTrusted, places: [...login, ...system] };
    },
  };
}

/** The message of `security` is `The authorization was denied since no user interaction was possible`. */
const NO_SCREEN =
  'over SSH macOS cannot ask for the password in a window, and may deny this too ("no user interaction was possible"): then run proxyctl ca --trust at the screen';

async function inKeychain(keychain: string, root: Root, machine: Machine): Promise<readonly TrustPlace[]> {
  const { stdout } = await machine.run('security', ['find-certificate', '-a', '-p', keychain]);
  if (!holdsRoot(stdout, root)) return [];
  const hash = new X509Certificate(root.pem).fingerprint.replaceAll(':', '');
  if (keychain !== SYSTEM_KEYCHAIN) {
    const commands = [['security', 'delete-certificate', '-Z', hash, '-t', keychain]] as const;
    return [{ where: keychain, remove: { commands, needsPassword: true } }];
  }
  const commands = [
    ['sudo', 'security', 'remove-trusted-cert', '-d', root.path],
    ['sudo', 'security', 'delete-certificate', '-Z', hash, keychain],
  ] as const;
  return [{ where: keychain, remove: administratorChange(commands, machine) }];
}
