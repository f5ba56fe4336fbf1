// `req`: the request that is about to be sent, or was.
import { asText, textOrEmpty } from '../as-text.ts';
import type { Sdk } from '../environment.ts';
import type { ScriptInput } from '../script-data.ts';
import type { Pm, PmRequest } from './parts.ts';
import { headerLine, plainList, type Entry } from './plain-list.ts';

interface BodyShape {
  readonly mode?: string;
  readonly raw?: string;
  readonly urlencoded?: { readonly all: () => readonly PairShape[] };
  readonly formdata?: { readonly all: () => readonly PairShape[] };
  readonly graphql?: unknown;
}

interface PairShape {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

export function requestObject({ request }: Pm, sdk: Sdk, input: () => ScriptInput): object {
  const headers = (): Record<string, unknown> =>
    request.headers.toObject(true, true) as Record<string, unknown>;
  const setHeader = (name: string, value: unknown): void => {
    request.headers.upsert({ key: name, value: asText(value) });
  };
  const setBody = (value: unknown): void => {
    request.body = bodyOf(request.body as BodyShape | undefined, value, sdk);
  };
  const url = (): string => textOrEmpty(request.url);
  return {
    get url() {
      return url();
    },
    get method() {
      return request.method;
    },
    get headers() {
      return headers();
    },
    get body() {
      return bodyValue(request);
    },
    headerList: headerList(request),
    get name() {
      return input().info.requestName;
    },
    getUrl: url,
    setUrl: (value: unknown) => {
      request.url = asText(value);
    },
    getHost: () => partsOf(url()).host,
    getPath: () => partsOf(url()).path,
    getQueryString: () => partsOf(url()).query,
    getMethod: () => request.method,
    setMethod: (value: unknown) => {
      request.method = asText(value).toUpperCase();
    },
    getHeader: (name: string) => request.headers.get(name),
    getHeaders: headers,
    setHeader,
    setHeaders: (values: object) => {
      for (const [name, value] of Object.entries(values)) setHeader(name, value);
    },
    deleteHeader: (name: string) => void request.headers.remove(name),
    deleteHeaders: (names: readonly string[]) => names.forEach((name) => void request.headers.remove(name)),
    getBody: ({ raw = false } = {}) => (raw ? rawBody(request) : bodyValue(request)),
    setBody,
    getName: () => input().info.requestName,
    getAuthMode: () => authMode(request),
    getPathParams: () =>
      input().request.url.variable.map(({ key, value }) => ({
        name: key,
        value,
        type: 'path',
        enabled: true,
      })),
    getTags: () => [],
    getExecutionMode: () => 'runner',
    getTimeout: () => undefined,
    setTimeout: () => undefined,
    setMaxRedirects: () => undefined,
    disableParsingResponseJson: () => undefined,
    onFail: () => undefined,
  };
}

/** Splits a URL, which may contain variables. */
function partsOf(url: string): Readonly<Record<'host' | 'path' | 'query', string>> {
  const [, host = '', path = '', query = ''] =
    /^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { host, path, query };
}

/** Returns the headers as a list that can be changed. */
function headerList({ headers }: PmRequest): object {
  const entries = (): readonly Entry[] =>
    (headers.all() as readonly Entry[]).map(({ key, value, disabled }) => ({
      key,
      value,
      ...(disabled === true && { disabled }),
    }));
  const upsert = ({ key, value }: Entry): void => {
    headers.upsert({ key, value: asText(value) });
  };
  return {
    ...plainList(entries, (name) => name.toLowerCase(), headerLine, '\n'),
    upsert,
    set: (key: string, value: unknown) => upsert({ key, value }),
    add: ({ key, value }: Entry) => void headers.add({ key, value: asText(value) }),
    append: ({ key, value }: Entry) => void headers.add({ key, value: asText(value) }),
    populate: (items: readonly Entry[]) =>
      items.filter(({ key }) => headers.get(key) === undefined).forEach(upsert),
    assimilate: (items: readonly Entry[]) => items.forEach(upsert),
    remove: (header: string | Entry) => void headers.remove(typeof header === 'string' ? header : header.key),
    clear: () => void headers.clear(),
  };
}

function authMode({ ...request }: PmRequest): string {
  const { auth } = request as { readonly auth?: { readonly type?: unknown } };
  return textOrEmpty(auth?.type) || 'none';
}

function rawBody({ body }: PmRequest): unknown {
  return body === undefined || body === null ? undefined : textOrEmpty(body);
}

/** Returns parsed JSON, a list of fields, or the text. */
function bodyValue({ body }: PmRequest): unknown {
  if (body === undefined || body === null) return undefined;
  const { mode, raw, urlencoded, formdata, graphql } = body as BodyShape;
  if (mode === 'urlencoded' || mode === 'formdata')
    return ((mode === 'urlencoded' ? urlencoded : formdata)?.all() ?? []).map(({ key, value, disabled }) => ({
      name: key,
      value,
      enabled: disabled !== true,
    }));
  if (mode === 'graphql') return graphql;
  try {
    return JSON.parse(raw ?? '') as unknown;
  } catch {
    return raw;
  }
}

/** Returns a body for a value: of the mode that the request has, else JSON for objects and text for the rest. */
function bodyOf(before: BodyShape | undefined, value: unknown, sdk: Sdk): object {
  const mode = before?.mode;
  if ((mode === 'urlencoded' || mode === 'formdata') && typeof value === 'object' && value !== null) {
    const pairs = Array.isArray(value)
      ? (value as readonly { readonly name?: unknown; readonly value?: unknown }[]).map(
          ({ name, value: text }) => [name, text] as const,
        )
      : Object.entries(value);
    const fields = pairs.map(([name, text]) => ({
      key: asText(name),
      value: textOrEmpty(text),
      type: 'text',
    }));
    return new sdk.RequestBody({ mode, [mode]: fields });
  }
  if (mode === 'urlencoded') return new sdk.RequestBody({ mode, urlencoded: asText(value) });
  const isJson = typeof value === 'object' && value !== null;
  const raw = isJson ? JSON.stringify(value) : asText(value);
  const { options } = (before ?? {}) as { readonly options?: unknown };
  return new sdk.RequestBody({
    mode: 'raw',
    raw,
    options: options ?? { raw: { language: isJson ? 'json' : 'text' } },
  });
}
