// The object `pm`, as Postman documents it (https://learning.postman.com/docs/reference/postman-sandbox-api/overview).
import { asText } from './as-text.ts';
import { cookieList } from './cookies.ts';
import {
  decodeHostText,
  defineFixed,
  lazy,
  type Chai,
  type Environment,
  type Lazy,
  type Sdk,
  type SdkRequest,
} from './environment.ts';
import { defineLegacy, type Scopes } from './legacy.ts';
import type { MakeRequest } from './request.ts';
import type { BodySource, MakeResponse } from './response.ts';
import type { Run } from './run.ts';
import { createRunRequest } from './run-request.ts';
import { VariableScope } from './scopes.ts';
import { createSendRequest } from './send-request.ts';
import type { ScriptInput, ScopeValues } from './script-data.ts';

export interface PmParts {
  readonly environment: Environment;
  /** Known once a script has started; must not be called before. */
  readonly input: () => ScriptInput;
  readonly run: Run;
  readonly sdk: Sdk;
  readonly chai: Chai;
  readonly makeResponse: MakeResponse;
  readonly makeRequest: MakeRequest;
  /** Loads packages, and modules of the collection. */
  readonly require: (name: unknown) => unknown;
}

/** Creates `pm` before there is a script, so that no script waits for it. */
export function pmFor(parts: PmParts): object {
  const { environment, input, run, sdk, chai, makeResponse, makeRequest } = parts;
  const pm = {};
  const scopes = scopesOf(input, sdk);
  const guestRequest = lazy(() => {
    const made = makeRequest(input().request);
    if (input().requestDocs !== '') made.request.describe(input().requestDocs);
    return made;
  });
  const request = (): SdkRequest => guestRequest().request;
  const response = lazy(() => responseFor(parts));
  const cookies = lazy(() => cookieList(sdk, environment.kernel, input().cookies, run.settle));
  const setNextRequest = (name: unknown): void => {
    // As in Postman, undefined is no wish: the run goes on in order.
    run.next = name === null || name === undefined ? name : asText(name);
  };
  const bodyOf = (base64: string): BodySource => sentBody(environment, base64);
  const send = createSendRequest({
    sdk,
    kernel: environment.kernel,
    makeResponse,
    bodyOf,
    settle: run.settle,
    maxRequests: () => input().maxRequests,
  });

  const runRequest = createRunRequest({
    kernel: environment.kernel,
    scopes,
    changed: () => changedScopes(scopes),
    makeResponse,
    bodyOf,
  });

  defineFixed(pm, {
    info: lazy(() => Object.freeze({ ...input().info })),
    globals: scopes.globals,
    environment: scopes.environment,
    collectionVariables: scopes.collection,
    variables: scopes.local,
    iterationData: scopes.data,
    request,
    response,
    cookies,
    visualizer: () => VISUALIZER,
    test: () => run.tests.test,
    expect: () => chai.expect,
    sendRequest: () => send,
    execution: lazy(() => ({ ...execution(input(), run, setNextRequest), runRequest })),
    vault: lazy(() => vaultOf(environment.kernel)),
    require: () => parts.require,
  });
  run.pm = pm;
  run.changes = () => ({ scopes: changedScopes(scopes), request: guestRequest.peek()?.changes() ?? null });
  run.legacyTests = defineLegacy({ input, scopes, request, response, cookies, setNextRequest });
  return pm;
}

function responseFor({ environment, input, sdk, chai, makeResponse }: PmParts): object | undefined {
  const { response, phase } = input();
  if (response !== null) return makeResponse(response, mainBody(environment));
  // As in Postman, tests see an empty response when there is none.
  return phase === 'test' ? emptyResponse(sdk, chai) : undefined;
}

/** Returns a response without a status, of which every expectation fails with its own message. */
function emptyResponse(sdk: Sdk, chai: Chai): object {
  return Object.defineProperty(new sdk.Response({}), 'to', {
    get(this: object) {
      return chai.expect(this).to;
    },
  });
}

function scopesOf(input: () => ScriptInput, sdk: Sdk): Scopes {
  const lists = (): Sdk => sdk;
  const scope = (name: keyof ScriptInput['scopes']): Lazy<VariableScope> =>
    lazy(() => new VariableScope(lists, input().scopes[name]));
  const globals = scope('globals');
  const collection = scope('collection');
  const environment = lazy(
    () => new VariableScope(lists, input().scopes.environment, [], input().environmentName),
  );
  const data = scope('data');
  const request = scope('request');
  const layers = [data, request, environment, collection, globals];
  const local = lazy(
    () =>
      new VariableScope(
        lists,
        input().scopes.local,
        layers.map((layer) => layer()),
      ),
  );
  return { globals, collection, environment, request, data, local };
}

/** Returns the scopes that have changed. */
function changedScopes({
  globals,
  collection,
  environment,
  local,
}: Scopes): Readonly<Record<string, ScopeValues>> {
  const changed: Record<string, ScopeValues> = {};
  for (const [name, scope] of Object.entries({ globals, collection, environment, local })) {
    const guestRequest = scope.peek();
    // As in Postman, a local variable that is set to undefined is empty; other scopes keep null.
    const values =
      guestRequest === null ? null : VariableScope.changes(guestRequest, name === 'local' ? '' : null);
    if (values !== null) changed[name] = values;
  }
  return changed;
}

interface BufferMaker {
  readonly Buffer: { readonly from: (data: ArrayBuffer) => unknown };
}

function mainBody({ host, load }: Environment): BodySource {
  return {
    text: (charset) => decodeHostText(host.bodyText(charset)),
    buffer: () => (load('buffer') as BufferMaker).Buffer.from(host.bodyBytes()),
    base64: () => host.bodyBase64(),
    messages: () => host.messages(),
  };
}

function sentBody({ host, web, load }: Environment, base64: string): BodySource {
  const bytes = (): ArrayBuffer => host.fromBase64(JSON.stringify(base64));
  return {
    text: (charset) => {
      try {
        return web.decode(bytes(), charset, false);
      } catch {
        return web.decode(bytes(), 'utf-8', false);
      }
    },
    buffer: () => (load('buffer') as BufferMaker).Buffer.from(bytes()),
    base64: () => base64,
    messages: () => 't[]',
  };
}

function execution(
  input: ScriptInput,
  run: Run,
  setNextRequest: (name: unknown) => void,
): Readonly<Record<string, unknown>> {
  const location = [...input.location];
  Object.defineProperty(location, 'current', { value: input.current });
  return {
    setNextRequest,
    skipRequest: () => {
      if (input.phase !== 'preRequest') throw new TypeError('pm.execution.skipRequest is not a function');
      run.skipRequest();
    },
    location: Object.freeze(location),
  };
}

/** Accepts templates like Postman, but shows them nowhere. */
const VISUALIZER = Object.freeze({
  set: (template: unknown, data?: unknown, options?: unknown) => {
    if (typeof template !== 'string')
      throw new Error(`Invalid template. Template must be of type string, found ${typeof template}`);
    if (data && typeof data !== 'object')
      throw new Error(`Invalid data. Data must be an object, found ${typeof data}`);
    if (options && typeof options !== 'object')
      throw new Error(`Invalid options. Options must be an object, found ${typeof options}`);
  },
  clear: () => undefined,
});

/** The secrets of the workspace, which the host holds. Templates write them as `{{vault:name}}`. */
function vaultOf({ hostCall }: Environment['kernel']): object {
  return Object.freeze({
    get: async (name: unknown) => (await hostCall('vault.get', { name: asText(name) })) ?? undefined,
    set: async (name: unknown, value: unknown) => {
      await hostCall('vault.set', { name: asText(name), value: asText(value) });
    },
    unset: async (name: unknown) => {
      await hostCall('vault.unset', { name: asText(name) });
    },
  });
}
