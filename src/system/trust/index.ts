// Finds out whether the operating system trusts a certificate as a root.
import { trustedOnLinux } from './linux.ts';
import { trustedOnMacOS } from './macos.ts';
import { trustedOnWindows } from './windows.ts';

/**
 * Resolves with true when it does, and with false when not or when that cannot be determined. `path` is the file with
 * `pem`. Never rejects.
 */
export async function isTrusted(path: string, pem: string): Promise<boolean> {
  switch (process.platform) {
    case 'darwin':
      return trustedOnMacOS(path);
    case 'win32':
      return trustedOnWindows(pem);
    default:
      return trustedOnLinux(pem);
  }
}
