// The program that listens on a port of this machine, to be named when the port cannot be had.
import { printable } from '../../base/printable.ts';
import type { PortHolder } from './holder.ts';

/** Renders the holder as `prometheus (process 812)`. */
export function holderName(holder: PortHolder | null): string {
  if (holder === null) return 'another program';
  return `${printable(holder.name ?? 'another program')} (process ${holder.pid})`;
}

/** Resolves with null when nothing listens there, and when the system does not say who. Never rejects. */
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
