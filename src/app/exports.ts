// Exports of captured requests that the Control API offers: cURL commands and HAR files.
import type { Flow } from '../flow/flow.ts';
import { curl } from '../snippets/curl.ts';
import { har } from '../traffic/formats/har/index.ts';
import { snippetRequest } from '../traffic/snippet-request.ts';
import { exportTraffic } from '../traffic/export/index.ts';

/** Returns the request as a cURL command; null for a tunnel, of which only the target is known. */
export async function curlCommand(flow: Flow): Promise<string | null> {
  const request = await snippetRequest(flow);
  return request === null ? null : curl.render(request);
}

/** Writes a HAR 1.2 file of `flows` in their present state, in chunks. Tunnels and pending requests are left out. */
export function harFile(flows: Iterable<Flow>): AsyncIterable<string | Buffer> {
  return exportTraffic(har, flows, false);
}
