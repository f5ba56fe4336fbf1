// The objects that scripts of httpyac use (https://httpyac.github.io/guide/scripting.html): `request`, `response`,
// `test`, `exports`, `$global`, and each variable under its name.
import { asText } from '../as-text.ts';
import type { PmRequest, PmResponse } from '../bruno/parts.ts';
import { headersOf, mediaTypeOf, parsedBody, remember, variableValue, type HttpFileParts } from './parts.ts';

export function defineHttpyac(parts: HttpFileParts): void {
  const { define, pm, chai, input } = parts;
  const { response } = pm;
  const exported = exportsOf(parts);
  define('exports', exported);
  define('module', {
    get exports() {
      return exported;
    },
    set exports(values: object) {
      Object.assign(exported, values);
    },
  });
  define('$global', globalOf(parts));
  define('request', requestOf(pm.request, parts));
  define('response', response === undefined || input().response === null ? undefined : responseOf(response));
  define('test', testOf(parts));
  define('expect', chai.expect);
  define('sleep', (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)));
  for (const name of Object.keys(pm.variables.toObject()))
    if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) && !(name in globalThis)) defineVariable(name, parts);
}

/** Defines a global name for a variable, which scripts may replace. */
function defineVariable(name: string, parts: HttpFileParts): void {
  Object.defineProperty(globalThis, name, {
    get: () => variableValue(parts, name),
    set: (value: unknown) => parts.define(name, value),
    configurable: true,
  });
}

/** Returns an object whose members become variables for this request and those that follow. */
function exportsOf(parts: HttpFileParts): object {
  return new Proxy<Record<string, unknown>>(
    {},
    {
      set: (target, name, value) => {
        target[String(name)] = value;
        parts.define(String(name), value);
        if (typeof value !== 'function') remember(parts, String(name), value);
        return true;
      },
    },
  );
}

function globalOf({ pm }: HttpFileParts): object {
  return new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name) => pm.globals.own(String(name)),
      has: (_, name) => pm.globals.own(String(name)) !== undefined,
      set: (_, name, value) => {
        pm.globals.set(String(name), value);
        return true;
      },
    },
  );
}

/** Returns the request as an object whose changes are sent. */
function requestOf(request: PmRequest, { sdk }: HttpFileParts): object {
  const headers = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name) => request.headers.get(String(name)),
      has: (_, name) => request.headers.has(String(name)),
      ownKeys: () => (request.headers.all() as readonly { readonly key: string }[]).map(({ key }) => key),
      getOwnPropertyDescriptor: (_, name) => ({
        value: request.headers.get(String(name)),
        enumerable: true,
        configurable: true,
      }),
      set: (_, key, value) => {
        request.headers.upsert({ key: String(key), value: asText(value) });
        return true;
      },
      deleteProperty: (_, key) => {
        request.headers.remove(String(key));
        return true;
      },
    },
  );
  return {
    headers,
    get method() {
      return request.method;
    },
    set method(value: unknown) {
      request.method = asText(value);
    },
    get url() {
      return asText(request.url);
    },
    set url(value: unknown) {
      request.url = asText(value);
    },
    get body() {
      return request.body === undefined ? undefined : asText(request.body);
    },
    set body(value: unknown) {
      const raw = typeof value === 'object' ? JSON.stringify(value) : asText(value);
      request.body = new sdk.RequestBody({ mode: 'raw', raw });
    },
  };
}

export function responseOf(response: PmResponse): object {
  return {
    statusCode: response.code,
    status: response.code,
    statusMessage: response.status,
    headers: headersOf(response),
    contentType: mediaTypeOf(response),
    body: response.text(),
    parsedBody: parsedBody(response),
    timings: { total: response.responseTime },
  };
}

/** Returns `test` with its short forms. */
function testOf({ run, pm }: HttpFileParts): object {
  const { test } = run.tests;
  const check = (name: string, isTrue: () => boolean): void =>
    void test(name, () => {
      if (!isTrue()) throw new Error(`${name} does not hold`);
    });
  const headers = (): Record<string, unknown> => (pm.response === undefined ? {} : headersOf(pm.response));
  const body = (): string => pm.response?.text() ?? '';
  return Object.assign((name: unknown, run_: unknown) => test(name, run_), {
    status: (code: number) => check(`response status equals ${code}`, () => pm.response?.code === code),
    totalTime: (max: number) =>
      check(`total time less than ${max}`, () => (pm.response?.responseTime ?? Infinity) < max),
    header: (name: string, value: unknown) =>
      check(`response header ${name} equals ${asText(value)}`, () => headers()[name.toLowerCase()] === value),
    headerContains: (name: string, value: unknown) =>
      check(`response header ${name} contains ${asText(value)}`, () =>
        asText(headers()[name.toLowerCase()] ?? '').includes(asText(value)),
      ),
    responseBody: (value: unknown) =>
      check('response body equals the given one', () =>
        typeof value === 'string' ? body() === value : body() === JSON.stringify(value),
      ),
    hasResponseBody: () => check('response body exists', () => body() !== ''),
    hasNoResponseBody: () => check('response body does not exist', () => body() === ''),
  });
}
