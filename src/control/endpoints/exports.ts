// Captured requests in the formats of other programs: a cURL command, and HAR files of one request or all.
import type { Engine } from '../../session/engine/index.ts';
import { curlCommand, harFile } from '../../traffic/exports.ts';
import type { LocalResponse } from '../../base/local-http.ts';
import type { Flow } from '../../flow/flow.ts';
import { failure, jsonStream, plainText } from '../response.ts';
import type { Endpoint } from '../endpoint.ts';

export function exportEndpoints(engine: Engine): readonly Endpoint[] {
  const all = (): LocalResponse => jsonStream(harFile(engine.flows.list()));
  return [...flowExportEndpoints, { type: 'path', method: 'GET', path: '/api/export/har', respond: all }];
}

/** One request as a file. */
export const flowExportEndpoints: readonly Endpoint[] = [
  { type: 'flow', method: 'GET', path: '/curl', respond: curl },
  { type: 'flow', method: 'GET', path: '/har', respond: har },
];

async function curl(flow: Flow): Promise<LocalResponse> {
  const command = await curlCommand(flow);
  return command === null ? tunnel(flow, 'there is no request to write down') : plainText(command);
}

function har(flow: Flow): LocalResponse {
  if (flow.request === null) return tunnel(flow, 'there is no request to export');
  if (!flow.finished)
    return failure(422, `Request ${flow.id} is still in progress: a HAR file has finished requests only`);
  return jsonStream(harFile([flow]));
}

function tunnel(flow: Flow, consequence: string): LocalResponse {
  return failure(422, `Request ${flow.id} is a tunnel whose content was not decrypted: ${consequence}`);
}
