// Decides which captured exchanges an OpenAPI document can describe.
import { OPENAPI_METHODS, type OpenApiMethod } from '../../../documents/openapi/methods.ts';
import { isOnNetwork, type Flow } from '../../../flow/flow.ts';

/** Returns the method as OpenAPI writes it; undefined for a tunnel, and for requests that OpenAPI does not know. */
export function observedMethod({ request, method, path, target }: Flow): OpenApiMethod | undefined {
  if (request === null || !path.startsWith('/') || !isOnNetwork(target)) return undefined;
  return OPENAPI_METHODS.find((name) => name === method.toLowerCase());
}
