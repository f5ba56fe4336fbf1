// How captured requests leave: as commands and code, and as files.
import type { Flow } from '../flow/flow.ts';
import { curl } from '../snippets/curl.ts';
import { har } from '../traffic/formats/har/index.ts';
import { snippetRequest } from '../traffic/snippet-request.ts';
import { exportTraffic } from '../traffic/export/index.ts';

/** The request as a cURL command; null for a tunnel, of which nothing but the target is known. */
export async function curlCommand(flow: Flow): Promise<string | null> {
  const request = await snippetRequest(flow);
  return request === null ? null : curl.render(request);
}

/** A HAR 1.2 file of `flows` as they are now, piece by piece. Tunnels and requests in progress are left out. */
export function harFile(flows: Iterable<Flow>): AsyncIterable<string | Buffer> {
  return exportTraffic(har, flows, false);
}
