// Whether the operating system trusts a certificate as a root.
import { trustedOnLinux } from './linux.ts';
import { trustedOnMacOS } from './macos.ts';
import { trustedOnWindows } from './windows.ts';

/** `path` is the file with `pem`. False too where it cannot be found out. Never rejects. */
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
