// Tags captured requests that go to a mock server, so that traffic shows which responses are no server's.
import { isLocalhostName } from '../../base/localhost.ts';
import type { Flow } from '../../flow/flow.ts';
import { MOCK_TAG } from '../../flow/mock-tag.ts';
import type { FlowStore } from '../../flow/store.ts';
import { reachesLoopback } from '../../net/address.ts';

/** Tags requests to a port of this machine from now on. Returns a function that stops it. */
export function tagCalls(flows: Pick<FlowStore, 'subscribe'>, port: number): () => void {
  return flows.subscribe((flow, change) => {
    if (change === 'added' && isFor(flow, port) && !flow.tags.includes(MOCK_TAG))
      flow.tags = [...flow.tags, MOCK_TAG];
  });
}

function isFor({ target, request }: Flow, port: number): boolean {
  return (
    request !== null && target.port === port && (isLocalhostName(target.host) || reachesLoopback(target.host))
  );
}
