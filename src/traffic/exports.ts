// Exports captured requests for the Control API: as cURL commands, HAR files and, for the app's own pages, files of
// every format.
import { UserError } from '../base/errors.ts';
import type { Flow } from '../flow/flow.ts';
import { curl } from '../snippets/curl.ts';
import { har } from './formats/har/index.ts';
import type { Flows } from './formats/contract.ts';
import { exportFormats } from './formats/index.ts';
import { snippetRequest } from './snippet-request.ts';
import { exportTraffic } from './export/index.ts';

/** Returns the request as a cURL command; null for a tunnel, because only its target is known. */
export async function curlCommand(flow: Flow): Promise<string | null> {
  const request = await snippetRequest(flow);
  return request === null ? null : curl.render(request);
}

/** Writes a HAR 1.2 file of `flows` in their current state, in chunks. Tunnels and pending requests are omitted. */
export function harFile(flows: Flows): AsyncIterable<string | Buffer> {
  return exportTraffic(har, flows, false);
}

export const exportFormatIds: readonly string[] = exportFormats.map(({ id }) => id);

/** Writes a file in the named format, in chunks. */
export function exportedTraffic(
  formatId: string,
  flows: Flows,
  redact: boolean,
): AsyncIterable<string | Buffer> {
  const format = exportFormats.find(({ id }) => id === formatId);
  if (format === undefined) throw new UserError('NOT_FOUND', `there is no format ${formatId}`);
  return exportTraffic(format, flows, redact);
}
