// GET /api/status: the state of the proxy.
import type { Engine } from '../../session/engine/index.ts';
import { productName, version } from '../../base/product.ts';
import { json } from '../response.ts';
import type { PathEndpoint } from '../endpoint.ts';

export interface Status {
  /** Name of the product. */
  readonly app: string;
  /** Version of the program that runs. */
  readonly version: string;
  readonly port: number;
  readonly recording: boolean;
  /** Number of captured requests in the list. */
  readonly flowCount: number;
  /** Names of the debugging tools that are switched on. */
  readonly activeTools: readonly string[];
}

export function statusEndpoints(engine: Engine): readonly PathEndpoint[] {
  return [{ type: 'path', method: 'GET', path: '/api/status', respond: () => json(200, statusOf(engine)) }];
}

function statusOf({ port, flows, activeTools }: Engine): Status {
  return { app: productName, version, port, recording: flows.recording, flowCount: flows.size, activeTools };
}
