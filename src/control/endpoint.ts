// The contract of an endpoint: one method on one path. It is called after the checks that apply to all endpoints:
// access, token, known path, body size.
import type { LocalRequest, LocalResponse } from '../base/local-http.ts';
import type { Flow } from '../flow/flow.ts';

export interface Call {
  readonly request: LocalRequest;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

type EndpointResponse = LocalResponse | Promise<LocalResponse>;

/** An endpoint with a fixed path, such as `/api/status`. */
export interface PathEndpoint {
  readonly type: 'path';
  /** An endpoint for GET handles HEAD too. */
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly respond: (call: Call) => EndpointResponse;
}

/** An endpoint of one existing flow; `path` follows `/api/flows/{id}`. */
export interface FlowEndpoint {
  readonly type: 'flow';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly respond: (flow: Flow, call: Call) => EndpointResponse;
}

export type Endpoint = PathEndpoint | FlowEndpoint;
