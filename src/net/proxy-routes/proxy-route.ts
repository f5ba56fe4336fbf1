// How a connection leaves this machine: on its own, or through a proxy that stands between us and the origin.
import { formatAuthority } from '../../codec/http1/target.ts';

/** A proxy to go through. It resolves the names. */
export interface UpstreamProxy {
  /** `https`: TLS to the proxy itself. */
  readonly type: 'http' | 'https' | 'socks4' | 'socks5';
  readonly host: string;
  readonly port: number;
  /** Null for a proxy that asks nobody who they are. */
  readonly account: { readonly username: string; readonly password: string } | null;
}

export type ProxyRoute =
  { readonly type: 'direct' } | { readonly type: 'proxy'; readonly proxy: UpstreamProxy };

/** Where a connection is meant to go. */
export interface ProxyQuery {
  readonly host: string;
  readonly port: number;
  /** Whether it will be TLS, or a tunnel that may carry it. */
  readonly isSecure: boolean;
}

/** Which ways there are. */
export interface ProxyResolver {
  /** The ways to a destination, best first; at least one. Rejects with a ProxyError. */
  resolve(destination: ProxyQuery): readonly ProxyRoute[] | Promise<readonly ProxyRoute[]>;
  /** This proxy could not be reached, or did not do its part. */
  reportFailure(proxy: UpstreamProxy): void;
}

export const DIRECT: ProxyRoute = { type: 'direct' };

/** Such as `socks5://proxy.test:1080`, without the credentials. */
export function proxyName({ type, host, port }: UpstreamProxy): string {
  return `${type}://${formatAuthority(host, port)}`;
}
