// DNS capture: the setup that makes this system ask our name server for the captured domains.
import type { DnsSetup } from './contract.ts';
import { linux } from './linux.ts';
import { macos } from './macos.ts';
import { windows } from './windows.ts';

export type { DnsSetup } from './contract.ts';

export function dnsSetup(platform: NodeJS.Platform = process.platform): DnsSetup {
  switch (platform) {
    case 'darwin':
      return macos;
    case 'win32':
      return windows;
    default:
      return linux();
  }
}
