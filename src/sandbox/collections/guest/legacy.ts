// What scripts had before there was `pm`: `postman`, `tests`, `responseBody` and the others.
import { asText } from './as-text.ts';
import { lazily, type List, type Once, type SdkRequest } from './environment.ts';
import type { VariableScope } from './scopes.ts';
import type { Begin } from './script-data.ts';

export type Scopes = Readonly<Record<keyof Begin['scopes'], Once<VariableScope>>>;

/** All of it is asked for once a script has begun. */
export interface LegacyParts {
  readonly begin: () => Begin;
  readonly scopes: Scopes;
  readonly request: () => SdkRequest;
  /** Undefined before the request is sent. */
  readonly response: () => object | undefined;
  readonly cookies: () => List;
  readonly setNextRequest: (name: unknown) => void;
}

/** Leaves the globals; answers what has been put into `tests`. */
export function defineLegacy(parts: LegacyParts): () => Readonly<Record<string, unknown>> {
  const { begin, scopes } = parts;
  const tests: Record<string, unknown> = {};
  lazily(globalThis, 'tests', () => tests);
  lazily(globalThis, 'environment', () => scopes.environment().toObject());
  lazily(globalThis, 'globals', () => scopes.globals().toObject());
  lazily(globalThis, 'data', () => begin().scopes.data);
  lazily(globalThis, 'iteration', () => begin().info.iteration);
  lazily(globalThis, 'request', () => legacyRequest(parts));
  lazily(globalThis, 'postman', () => legacyPostman(parts));
  defineResponse(parts);
  defineHas();
  return () => (Reflect.get(globalThis, 'tests') as Readonly<Record<string, unknown>> | undefined) ?? tests;
}

/** `responseBody.has('text')`: Postman's first sandbox had texts that could be asked so. */
function defineHas(): void {
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
  const part = (name: string, read: (there: LegacyResponse) => unknown): void =>
    lazily(globalThis, name, () => {
      const there = response() as LegacyResponse | undefined;
      return there === undefined ? undefined : read(there);
    });
  part('responseBody', (there) => there.text());
  part('responseTime', (there) => there.responseTime);
  part('responseCode', (there) => there.details());
  part('responseHeaders', (there) => headersObject(there.headers));
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

function legacyRequest({ begin, request }: LegacyParts): object {
  const { requestId, requestName } = begin().info;
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
    const before = object[key];
    object[key] =
      before === undefined
        ? value
        : Array.isArray(before)
          ? [...(before as unknown[]), value]
          : [before, value];
  }
  return object;
}

function legacyPostman(parts: LegacyParts): object {
  const { begin, scopes, response, cookies, setNextRequest } = parts;
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
    ...(begin().phase === 'test'
      ? {
          getResponseHeader: (name: string) => headers()?.get(name),
          getResponseCookie: (name: string) => cookies().one(asText(name)),
        }
      : {}),
  };
}

/** Also in the global object, which holds what was there when it was first looked at. */
function set(scope: VariableScope, name: string, key: string, value: unknown): void {
  const given = value === false || value ? asText(value) : value;
  Reflect.set(Reflect.get(globalThis, name) as object, key, given);
  scope.set(key, given);
}

function unset(scope: VariableScope, name: string, key: string): void {
  Reflect.deleteProperty(Reflect.get(globalThis, name) as object, key);
  scope.unset(key);
}

function clear(scope: VariableScope, name: string): void {
  const shown = Reflect.get(globalThis, name) as object;
  for (const key of Object.keys(shown)) Reflect.deleteProperty(shown, key);
  scope.clear();
}
