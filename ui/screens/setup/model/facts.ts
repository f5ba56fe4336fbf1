// The facts that the guides' commands contain.
import { useEffect } from 'react';
import { appStatus, certificate, machine } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';

export interface Facts {
  /** The host and port for programs on this computer. */
  readonly local: string;
  readonly port: number;
  /** The address at which other devices reach this computer; null without a network. */
  readonly address: string | null;
  readonly platform: 'mac' | 'windows' | 'linux';
  /** True when other devices may connect. */
  readonly isOpen: boolean;
  /** True when the operating system trusts the root certificate. */
  readonly isTrusted: boolean;
  /** True when the system sends its traffic to the proxy. */
  readonly isSystemProxy: boolean;
  /** True when at least one host or app is decrypted. */
  readonly isDecrypting: boolean;
  readonly certificateName: string;
  readonly certificatePath: string;
  readonly keyHash: string;
}

/** Returns the facts, or null while they load. */
export function useFacts(): Facts | null {
  const { value: status } = useResource(appStatus);
  const { value: computer } = useResource(machine);
  const { value: root } = useResource(certificate);
  useEffect(() => {
    // A user who returns from a terminal may have changed the system there.
    window.addEventListener('focus', appStatus.refresh);
    return () => window.removeEventListener('focus', appStatus.refresh);
  }, []);
  if (status === null || computer === null || root === null) return null;
  return {
    local: `127.0.0.1:${status.port}`,
    port: status.port,
    address: computer.addresses[0] ?? null,
    platform: computer.platform,
    isOpen: status.listenOnAllInterfaces,
    isTrusted: status.certificateTrusted,
    isSystemProxy: status.macOSProxy,
    isDecrypting: [...status.sslProxyingHosts, ...status.sslProxyingApps].some(({ enabled }) => enabled),
    certificateName: root.name,
    certificatePath: root.path,
    keyHash: computer.certificate.keyHash,
  };
}

/** Returns the address and port at which other devices reach the proxy. */
export function remoteAddress({ address, port }: Facts): string {
  if (address === null) return `COMPUTER:${port}`;
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Returns a text quoted as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
