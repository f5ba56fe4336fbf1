// The objects that scripts of JetBrains' HTTP client use (https://www.jetbrains.com/help/idea/http-response-reference.html):
// `client`, `request` and `response`.
import { asText } from '../as-text.ts';
import type { PmResponse } from '../bruno/parts.ts';
import { valueAt } from './json-path.ts';
import { fieldsOf, mediaTypeOf, parsedBody, remember, variableValue, type HttpFileParts } from './parts.ts';

export function defineJetbrains(parts: HttpFileParts): void {
  const { define, pm, input } = parts;
  const { response } = pm;
  define('client', clientOf(parts));
  define('request', requestOf(parts));
  define(
    'response',
    response === undefined || input().response === null ? undefined : responseOf(response, parts),
  );
  define('jsonPath', valueAt);
  define('$env', new Proxy({}, { get: (_, name) => variableValue(parts, String(name)) ?? null }));
}

function clientOf(parts: HttpFileParts): object {
  const { pm, run } = parts;
  const { globals } = pm;
  const value = (name: string): unknown => globals.own(asText(name)) ?? null;
  return {
    test: (name: unknown, check?: () => unknown) => void run.tests.test(name, check),
    assert: (condition: unknown, message?: unknown) => {
      if (!condition) throw new Error(message === undefined ? 'Assertion failed' : asText(message));
    },
    log: (...values: readonly unknown[]) => console.log(...values),
    exit: () => run.skipRequest(),
    global: {
      set: (name: unknown, given: unknown) => remember(parts, asText(name), given, globals),
      get: value,
      isEmpty: () => Object.keys(globals.toObject()).length === 0,
      clear: (name: unknown) => {
        globals.unset(asText(name));
        pm.variables.unset(asText(name));
      },
      clearAll: () => Object.keys(globals.toObject()).forEach((name) => globals.unset(name)),
    },
  };
}

interface SentHeader {
  readonly key: string;
  readonly value: string;
}

function requestOf(parts: HttpFileParts): object {
  const { pm, run, input } = parts;
  const { request } = pm;
  const replaced = (text: string): string => asText(pm.variables.replaceIn(text));
  const header = ({ key, value }: SentHeader): object => ({
    name: key,
    value: replaced(value),
    getRawValue: () => value,
    tryGetSubstitutedValue: () => replaced(value),
  });
  const headers = (): readonly SentHeader[] => request.headers.all() as readonly SentHeader[];
  const text = (): string => (request.body === undefined ? '' : asText(request.body));
  return {
    method: request.method,
    url: {
      getRaw: () => asText(request.url),
      tryGetSubstituted: () => replaced(asText(request.url)),
      toString: () => asText(request.url),
    },
    body: { getRaw: text, tryGetSubstituted: () => replaced(text()), toString: text },
    headers: {
      all: () => headers().map(header),
      findByName: (name: string) => {
        const found = headers().find(({ key }) => key.toLowerCase() === name.toLowerCase());
        return found === undefined ? null : header(found);
      },
    },
    variables: {
      get: (name: string) => variableValue(parts, name) ?? null,
      set: (name: string, value: unknown) => pm.variables.set(name, value),
    },
    environment: {
      get: (name: string) => pm.environment.own(name) ?? null,
      getName: () => input().environmentName,
    },
    iteration: () => input().info.iteration,
    skip: () => run.skipRequest(),
  };
}

function responseOf(response: PmResponse, { pm }: HttpFileParts): object {
  const valuesOf = (name: string): readonly string[] =>
    fieldsOf(response)
      .filter(({ key }) => key.toLowerCase() === name.toLowerCase())
      .map(({ value }) => value);
  const type = mediaTypeOf(response);
  return {
    status: response.code,
    body: parsedBody(response),
    headers: {
      valueOf: (name?: string) => (name === undefined ? null : (valuesOf(name)[0] ?? null)),
      valuesOf,
      findByName: (name: string) => valuesOf(name)[0] ?? null,
    },
    contentType: { mimeType: type?.mimeType ?? '', charset: type?.charset ?? '' },
    cookies: pm.cookies.all(),
    cookiesByName: (name: string) =>
      (pm.cookies.all() as readonly { readonly name: string }[]).filter((cookie) => cookie.name === name),
  };
}
