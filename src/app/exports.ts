// How captured requests leave, for the faces that show them.
import type { Flow } from '../flow/flow.ts';
import { curl } from '../snippets/curl.ts';
import { harDocument } from '../traffic/formats/har.ts';
import { snippetRequest } from '../traffic/snippet-request.ts';

/** The request as a cURL command; null for a tunnel, of which nothing but the target is known. */
export async function curlCommand(flow: Flow): Promise<string | null> {
  const request = await snippetRequest(flow);
  return request === null ? null : curl.render(request);
}

/** A HAR 1.2 file of `flows` as they are now, piece by piece. Tunnels and requests in progress are left out. */
export function harFile(flows: Iterable<Flow>): AsyncIterable<string> {
  return harDocument(flows);
}
