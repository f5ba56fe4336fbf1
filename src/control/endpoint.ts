// The contract of an endpoint: one method on one path. What applies to all of them (who may call, the token, known
// paths, the size of a body) has been checked when it is called.
import type { LocalRequest, LocalResponse } from '../base/local-http.ts';
import type { Flow } from '../flow/flow.ts';

export interface Call {
  readonly request: LocalRequest;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

type EndpointResponse = LocalResponse | Promise<LocalResponse>;

/** On a path of its own, such as `/api/status`. */
export interface PathEndpoint {
  readonly type: 'path';
  /** Where it is GET, HEAD is answered too. */
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly respond: (call: Call) => EndpointResponse;
}

/** Of one flow, which has been found; `path` is what follows `/api/flows/{id}`. */
export interface FlowEndpoint {
  readonly type: 'flow';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly respond: (flow: Flow, call: Call) => EndpointResponse;
}

export type Endpoint = PathEndpoint | FlowEndpoint;
