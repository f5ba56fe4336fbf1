// Stores of trusted roots, and the commands that change them: the operating system, Firefox and Chromium with their own
// databases, and Java.
import { commandLine } from '../../base/trust-places.ts';
import { runProgram } from '../commands.ts';
import { javaStores } from './java.ts';
import { linuxStore, trustedOnLinux } from './linux.ts';
import { macosStore, trustedOnMacOS } from './macos.ts';
import { nssStores } from './nss.ts';
import type { Machine, Root, TrustChange, TrustStore } from './store.ts';
import { trustedOnWindows, windowsStore } from './windows.ts';

export type { Machine, Root, TrustChange, TrustPlace, TrustStore } from './store.ts';

/** Returns this computer, as seen by the user who runs this process. */
export function thisMachine(): Machine {
  const { platform, env } = process;
  return { platform, env, run: runProgram, files: '', isAdministrator: process.getuid?.() === 0 };
}

/**
 * Resolves with true when the operating system trusts the root; false when it does not, or when that cannot be
 * determined. Never rejects.
 */
export async function isTrusted({ path, pem }: Root): Promise<boolean> {
  switch (process.platform) {
    case 'darwin':
      return trustedOnMacOS(path, runProgram);
    case 'win32':
      return trustedOnWindows(pem, runProgram);
    default:
      return trustedOnLinux(pem);
  }
}

/** Returns the stores of a machine, that of the system first. */
export async function trustStores(root: Root, machine = thisMachine()): Promise<readonly TrustStore[]> {
  const system = systemStore(root, machine);
  const [nss, java] = await Promise.all([nssStores(root, machine), javaStores(root, machine)]);
  return [...(system === null ? [] : [system]), ...nss, ...java];
}

/** Returns the store that most programs use; null on a system whose means are not known. */
function systemStore(root: Root, machine: Machine): TrustStore | null {
  if (machine.platform === 'darwin') return macosStore(root, machine);
  return machine.platform === 'win32' ? windowsStore(root, machine) : linuxStore(root, machine);
}

/** Returns the commands as one line for a shell of this system. */
export function shellLine({ commands }: TrustChange): string {
  return commandLine(commands, process.platform === 'win32');
}
