// The destination of requests on a connection that name no host in their target.
import type { NetworkTarget } from '../../flow/flow.ts';
import type { OriginPool } from '../../net/origin-pool.ts';

export type RequestDestination =
  /** The proxy's own port: requests in absolute form are forwarded, others are for the proxy itself. */
  | { readonly type: 'proxy' }
  /** Inside a tunnel, or on a connection that was redirected from an origin. */
  | {
      readonly type: 'origin';
      readonly pool: OriginPool;
      readonly target: NetworkTarget;
      readonly decrypted: boolean;
      /** On the port of a reverse proxy: the parts of a request that are rewritten. */
      readonly reverse?: {
        /** Prepended to the path. */
        readonly prefix: string;
        /** Replaces Host; null keeps it. */
        readonly authority: string | null;
      };
    }
  /** Inside a tunnel to the proxy itself. */
  | { readonly type: 'local' };
