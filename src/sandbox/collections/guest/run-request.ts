// `pm.execution.runRequest` and `bru.runRequest`: the host runs a request of the collection, with its scripts, and
// returns its response. Variables are in step before and behind it.
import { asText } from './as-text.ts';
import type { Kernel } from './environment.ts';
import type { BodySource, MakeResponse } from './response.ts';
import type { VariableScope } from './scopes.ts';
import type { ResponseHead, ScopeValues } from './script-data.ts';

type Shared = 'globals' | 'collection' | 'environment';

interface RunResult {
  /** Null when there is no response. */
  readonly response: { readonly head: ResponseHead; readonly base64: string } | null;
  readonly error: string | null;
  readonly scopes: Readonly<Record<Shared, ScopeValues>>;
}

export interface RunRequestParts {
  readonly kernel: Kernel;
  readonly scopes: Readonly<Record<Shared, () => VariableScope>>;
  /** Returns the scopes that the script has changed so far. */
  readonly changed: () => Readonly<Record<string, ScopeValues>>;
  readonly makeResponse: MakeResponse;
  readonly bodyOf: (base64: string) => BodySource;
}

/** Resolves with the response. Rejects with an Error when there is no such request, or it has no response. */
export type RunRequest = (request: unknown, options?: unknown) => Promise<object>;

export function createRunRequest(parts: RunRequestParts): RunRequest {
  const { kernel, scopes, changed, makeResponse, bodyOf } = parts;
  return async (request, options) => {
    const { variables = {} } = (options ?? {}) as { readonly variables?: ScopeValues };
    const named = { request: asText(request), variables, scopes: changed() };
    const { response, error, scopes: values } = (await kernel.hostCall('runRequest', named)) as RunResult;
    for (const name of ['globals', 'collection', 'environment'] as const) scopes[name]().take(values[name]);
    if (response === null) throw new Error(error ?? 'there is no response');
    return makeResponse(response.head, bodyOf(response.base64));
  };
}
