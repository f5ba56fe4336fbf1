// Finds the program that listens on a port of this machine, for the message that the port is in use.
import { printable } from '../../base/printable.ts';
import type { PortHolder } from './holder.ts';

/** Renders the holder as `prometheus (process 812)`. */
export function holderName(holder: PortHolder | null): string {
  if (holder === null) return 'another program';
  return `${printable(holder.name ?? 'another program')} (process ${holder.pid})`;
}

/** Resolves with the program; null when nothing listens there, or when the system does not tell. Never rejects. */
export async function portHolder(port: number): Promise<PortHolder | null> {
  switch (process.platform) {
    case 'linux':
      return (await import('./linux.ts')).linuxHolder(port);
    case 'darwin':
      return (await import('./macos.ts')).macosHolder(port);
    case 'win32':
      return (await import('./windows.ts')).windowsHolder(port);
    default:
      return null;
  }
}
