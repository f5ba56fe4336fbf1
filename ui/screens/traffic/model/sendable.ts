// The requests that can be sent again, and the reasons why others cannot.
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';

type Sent = Pick<FlowSummary, 'url' | 'state' | 'method'>;

export function isTunnel({ state, method }: Sent): boolean {
  return state === 'tunneled' || method === 'CONNECT';
}

/** Returns the reason why a request cannot be sent again; false when it can. */
export function sendRefusal(flow: Sent): string | false {
  if (isTunnel(flow)) return 'Tunnels cannot be sent again';
  return flow.url.startsWith('mcp:') && 'Only the client of the server can send to it';
}
