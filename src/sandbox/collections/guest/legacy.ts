// What scripts had before there was `pm`: `postman`, `tests`, `responseBody` and the others.
import { asText } from './as-text.ts';
import { defineLazy, type List, type Lazy, type SdkRequest } from './environment.ts';
import type { VariableScope } from './scopes.ts';
import type { ScriptInput } from './script-data.ts';

export type Scopes = Readonly<Record<keyof ScriptInput['scopes'], Lazy<VariableScope>>>;

/** All of it is asked for once a script has begun. */
export interface LegacyParts {
  readonly input: () => ScriptInput;
  readonly scopes: Scopes;
  readonly request: () => SdkRequest;
  /** Undefined before the request is sent. */
  readonly response: () => object | undefined;
  readonly cookies: () => List;
  readonly setNextRequest: (name: unknown) => void;
}

/** Leaves the globals; answers what has been put into `tests`. */
export function defineLegacy(parts: LegacyParts): () => Readonly<Record<string, unknown>> {
  const { input, scopes } = parts;
  const tests: Record<string, unknown> = {};
  defineLazy(globalThis, 'tests', () => tests);
  defineLazy(globalThis, 'environment', () => scopes.environment().toObject());
  defineLazy(globalThis, 'globals', () => scopes.globals().toObject());
  defineLazy(globalThis, 'data', () => input().scopes.data);
  defineLazy(globalThis, 'iteration', () => input().info.iteration);
  defineLazy(globalThis, 'request', () => legacyRequest(parts));
  defineLazy(globalThis, 'postman', () => legacyPostman(parts));
  defineResponse(parts);
  defineStringHas();
  return () => (Reflect.get(globalThis, 'tests') as Readonly<Record<string, unknown>> | undefined) ?? tests;
}

/** `responseBody.has('text')`: Postman's first sandbox had texts that could be asked so. */
function defineStringHas(): void {
  Object.defineProperty(String.prototype, 'has', {
    value(this: unknown, search: unknown): boolean {
      const text = String(this);
      return search instanceof RegExp ? search.test(text) : text.includes(asText(search));
    },
    writable: true,
    configurable: true,
  });
}

interface LegacyResponse {
  readonly text: () => string;
  readonly details: () => object;
  readonly responseTime: number;
  readonly headers: List;
}

/** Undefined before the request is sent. */
function defineResponse({ response, cookies }: LegacyParts): void {
  const part = (name: string, read: (received: LegacyResponse) => unknown): void =>
    defineLazy(globalThis, name, () => {
      const received = response() as LegacyResponse | undefined;
      return received === undefined ? undefined : read(received);
    });
  part('responseBody', (received) => received.text());
  part('responseTime', (received) => received.responseTime);
  part('responseCode', (received) => received.details());
  part('responseHeaders', (received) => headersObject(received.headers));
  part('responseCookies', () => cookies());
}

interface Pair {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

function headersObject(headers: List): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { key, value, disabled } of headers.all() as readonly Pair[]) if (!disabled) object[key] = value;
  return object;
}

function legacyRequest({ input, request }: LegacyParts): object {
  const { requestId, requestName } = input().info;
  const { headers, method, url } = request();
  return {
    id: requestId,
    name: requestName,
    // Names in small letters.
    headers: headers.toObject(true, false, true, true),
    method,
    url: asText(url),
    data: legacyData(request()),
  };
}

interface LegacyBody {
  readonly mode: string;
  readonly raw?: unknown;
  readonly urlencoded?: List;
  readonly formdata?: List;
  readonly isEmpty: () => boolean;
}

/** Fields by name, several of one name as a list; else the text. */
function legacyData(request: SdkRequest): unknown {
  const body = request.body as LegacyBody | undefined;
  if (body === undefined || body.isEmpty()) return {};
  const fields =
    body.mode === 'urlencoded' ? body.urlencoded : body.mode === 'formdata' ? body.formdata : undefined;
  if (fields === undefined) return body.raw ?? {};
  const object: Record<string, unknown> = {};
  for (const { key, value, disabled } of fields.all() as readonly Pair[]) {
    if (disabled) continue;
    const existing = object[key];
    object[key] =
      existing === undefined
        ? value
        : Array.isArray(existing)
          ? [...(existing as unknown[]), value]
          : [existing, value];
  }
  return object;
}

function legacyPostman(parts: LegacyParts): object {
  const { input, scopes, response, cookies, setNextRequest } = parts;
  const environment = scopes.environment();
  const globals = scopes.globals();
  const headers = (): List | undefined => (response() as LegacyResponse | undefined)?.headers;
  return {
    setEnvironmentVariable: (name: string, value: unknown) => set(environment, 'environment', name, value),
    getEnvironmentVariable: (name: string) => environment.get(name),
    clearEnvironmentVariable: (name: string) => unset(environment, 'environment', name),
    clearEnvironmentVariables: () => clear(environment, 'environment'),
    setGlobalVariable: (name: string, value: unknown) => set(globals, 'globals', name, value),
    getGlobalVariable: (name: string) => globals.get(name),
    clearGlobalVariable: (name: string) => unset(globals, 'globals', name),
    clearGlobalVariables: () => clear(globals, 'globals'),
    setNextRequest,
    ...(input().phase === 'test'
      ? {
          getResponseHeader: (name: string) => headers()?.get(name),
          getResponseCookie: (name: string) => cookies().one(asText(name)),
        }
      : {}),
  };
}

/** Also in the global object, which holds what was there when it was first looked at. */
function set(scope: VariableScope, name: string, key: string, value: unknown): void {
  const text = value === false || value ? asText(value) : value;
  Reflect.set(Reflect.get(globalThis, name) as object, key, text);
  scope.set(key, text);
}

function unset(scope: VariableScope, name: string, key: string): void {
  Reflect.deleteProperty(Reflect.get(globalThis, name) as object, key);
  scope.unset(key);
}

function clear(scope: VariableScope, name: string): void {
  const variables = Reflect.get(globalThis, name) as object;
  for (const key of Object.keys(variables)) Reflect.deleteProperty(variables, key);
  scope.clear();
}
