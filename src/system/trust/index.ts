// Stores of trusted roots: the operating system, Firefox and Chromium with databases of their own, and Java; and
// the commands that change them. Commands that need a password are never run here, only named.
import { runProgram, type RunProgram } from '../commands.ts';
import { javaStores } from './java.ts';
import { trustedOnLinux } from './linux.ts';
import { trustedOnMacOS } from './macos.ts';
import { nssStores } from './nss.ts';
import type { Root, TrustChange, TrustStore } from './store.ts';
import { systemChanges } from './system-store.ts';
import { trustedOnWindows } from './windows.ts';

export type { Root, TrustChange, TrustStore } from './store.ts';

/**
 * Resolves with true when the operating system trusts the root, and with false when not or when that cannot be
 * determined. Never rejects.
 */
export async function isTrusted({ path, pem }: Root): Promise<boolean> {
  switch (process.platform) {
    case 'darwin':
      return trustedOnMacOS(path);
    case 'win32':
      return trustedOnWindows(pem);
    default:
      return trustedOnLinux(pem);
  }
}

/** Returns the stores of this machine, that of the system first. */
export async function trustStores(
  root: Root,
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  run: RunProgram = runProgram,
): Promise<readonly TrustStore[]> {
  const changes = systemChanges(root, platform);
  const system = changes && { name: 'the system', isTrusted: () => isTrusted(root), ...changes };
  const [nss, java] = await Promise.all([
    nssStores(root, platform, env, run),
    javaStores(root, platform, run),
  ]);
  return [...(system === null ? [] : [system]), ...nss, ...java];
}

/** Returns the commands as one line for a shell. */
export function shellLine({ commands }: TrustChange): string {
  return commands.map((words) => words.map(shellWord).join(' ')).join(' && ');
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
