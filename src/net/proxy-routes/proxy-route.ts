// The routes that a connection can take: direct, or through a proxy between us and the origin.
import { formatAuthority } from '../../codec/http1/target.ts';

/** A proxy to connect through. It resolves the names. */
export interface UpstreamProxy {
  /** `https`: TLS to the proxy itself. */
  readonly type: 'http' | 'https' | 'socks4' | 'socks5';
  readonly host: string;
  readonly port: number;
  /** Null for a proxy without authentication. */
  readonly account: { readonly username: string; readonly password: string } | null;
}

export type ProxyRoute =
  | { readonly type: 'direct' }
  | { readonly type: 'proxy'; readonly proxy: UpstreamProxy };

/** The destination of a connection. */
export interface ProxyQuery {
  readonly host: string;
  readonly port: number;
  /** True when it will carry TLS, or a tunnel that may. */
  readonly isSecure: boolean;
}

/** Chooses the routes to a destination. */
export interface ProxyResolver {
  /** Returns the routes to a destination, best first; at least one. Rejects with a ProxyError. */
  resolve(destination: ProxyQuery): readonly ProxyRoute[] | Promise<readonly ProxyRoute[]>;
  /** Reports that a proxy could not be reached, or failed. */
  reportFailure(proxy: UpstreamProxy): void;
}

export const DIRECT: ProxyRoute = { type: 'direct' };

/** Returns the name of a proxy, such as `socks5://proxy.test:1080`, without credentials. */
export function proxyName({ type, host, port }: UpstreamProxy): string {
  return `${type}://${formatAuthority(host, port)}`;
}
