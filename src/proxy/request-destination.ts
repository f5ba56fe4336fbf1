// What the bytes of a connection are addressed to when a request names no host in its target.
import type { FlowTarget } from '../flow/flow.ts';
import type { OriginPool } from '../net/origin-pool.ts';

export type RequestDestination =
  /** The proxy's own port: requests in absolute form are forwarded, others are for us. */
  | { readonly type: 'proxy' }
  /** Inside a tunnel, or on a connection that was meant for an origin. */
  | {
      readonly type: 'origin';
      readonly pool: OriginPool;
      readonly target: FlowTarget;
      readonly decrypted: boolean;
      /** On the port of a reverse proxy: what of a request is rewritten. */
      readonly reverse?: {
        /** Goes before the path. */
        readonly prefix: string;
        /** Takes the place of Host; null leaves it. */
        readonly authority: string | null;
      };
    }
  /** Inside a tunnel to us. */
  | { readonly type: 'local' };
