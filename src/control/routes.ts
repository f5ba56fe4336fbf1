// Finds the endpoint for a method and path. Paths are compared as sent, without decoding or joining slashes, so that
// each has one spelling.
import type { LocalResponse } from '../base/local-http.ts';
import type { FlowStore } from '../flow/store.ts';
import { failure } from './response.ts';
import type { Call, Endpoint } from './endpoint.ts';

export type Route =
  | { readonly type: 'found'; readonly respond: (call: Call) => LocalResponse | Promise<LocalResponse> }
  | { readonly type: 'refused'; readonly response: LocalResponse };

/** Returns the endpoint; 404 for an unknown path or flow, 405 for a method that the path does not have. */
export function findRoute(
  endpoints: readonly Endpoint[],
  flows: Pick<FlowStore, 'find'>,
  method: string,
  path: string,
): Route {
  const [, id, subPath = ''] = /^\/api\/flows\/(\d+)(|\/.*)$/.exec(path) ?? [];
  const onPath = endpoints.filter((endpoint) =>
    endpoint.type === 'flow' ? id !== undefined && endpoint.path === subPath : endpoint.path === path,
  );
  if (onPath.length === 0) return refused(failure(404, `Nothing is at ${path.slice(0, 200)}`));
  const endpoint = onPath.find((endpoint) => endpoint.method === (method === 'HEAD' ? 'GET' : method));
  if (endpoint === undefined) return refused(wrongMethod(onPath, method));
  if (endpoint.type === 'path') return { type: 'found', respond: endpoint.respond };
  const flow = flows.find(Number(id));
  if (flow === undefined) return refused(failure(404, `No request with id ${(id ?? '').slice(0, 100)}`));
  return { type: 'found', respond: (call) => endpoint.respond(flow, call) };
}

function wrongMethod(onPath: readonly Endpoint[], method: string): LocalResponse {
  const allowed = onPath.flatMap((endpoint) =>
    endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method],
  );
  const error = `${method} is not possible here: use ${allowed.join(' or ')}`;
  return failure(405, error, [{ name: 'Allow', value: allowed.join(', ') }]);
}

function refused(response: LocalResponse): Route {
  return { type: 'refused', response };
}
