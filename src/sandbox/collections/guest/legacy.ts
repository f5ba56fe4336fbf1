// Globals that are older than `pm`: `postman`, `tests`, `responseBody` and others.
import { asText } from './as-text.ts';
import { defineLazy, type List, type Lazy, type SdkRequest } from './environment.ts';
import type { VariableScope } from './scopes.ts';
import type { ScriptInput } from './script-data.ts';

export type Scopes = Readonly<Record<keyof ScriptInput['scopes'], Lazy<VariableScope>>>;

/** The parts of a run that the legacy globals use. They are read only after a script has started. */
export interface LegacyParts {
  readonly input: () => ScriptInput;
  readonly scopes: Scopes;
  readonly request: () => SdkRequest;
  /** Undefined before the request is sent. */
  readonly response: () => object | undefined;
  readonly cookies: () => List;
  readonly setNextRequest: (name: unknown) => void;
}

/** Defines the globals. Returns a function for the contents of `tests`. */
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

/** Defines `responseBody.has('text')`, which strings had in Postman's first sandbox. */
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
  const { requestDocs } = input();
  const { requestId, requestName } = input().info;
  const { headers, method, url } = request();
  return {
    id: requestId,
    name: requestName,
    description: requestDocs === '' ? undefined : requestDocs,
    // With names in lower case.
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

/** Returns form fields by name, with a list for repeated names; the text of other bodies. */
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

/** Sets a variable in the scope and in the global object, which is a copy from when it was first read. */
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
