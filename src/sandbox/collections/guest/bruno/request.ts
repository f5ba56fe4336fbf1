// `req`: the request that is about to be sent, or was.
import { asText, textOrEmpty } from '../as-text.ts';
import type { Sdk } from '../environment.ts';
import type { BrunoParts, PmRequest } from './parts.ts';
import { settingFunctions } from './settings.ts';
import { headerLine, plainList, type Entry } from './plain-list.ts';

interface BodyShape {
  readonly mode?: string;
  readonly raw?: string;
  readonly urlencoded?: { readonly all: () => readonly PairShape[] };
  readonly formdata?: { readonly all: () => readonly PairShape[] };
  readonly graphql?: unknown;
  readonly options?: unknown;
}

interface PairShape {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

export function requestObject({ pm, run, sdk, input }: BrunoParts): object {
  const { request } = pm;
  const headers = (): Record<string, unknown> =>
    request.headers.toObject(true, true) as Record<string, unknown>;
  const setHeader = (name: string, value: unknown): void => {
    request.headers.upsert({ key: name, value: asText(value) });
  };
  const setBody = (value: unknown, { raw = false } = {}): void => {
    const before = request.body as BodyShape | undefined;
    request.body = raw
      ? new sdk.RequestBody({ mode: 'raw', raw: asText(value), options: before?.options })
      : bodyOf(before, value, sdk);
  };
  const pathParams = (): readonly object[] =>
    input().request.url.variable.map(({ key, value }) => ({ name: key, value, type: 'path', enabled: true }));
  const url = (): string => textOrEmpty(request.url);
  const settings = settingFunctions(run, input);
  const req = {
    ...settings,
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
      request.headers.clear();
      for (const [name, value] of Object.entries(values)) setHeader(name, value);
    },
    deleteHeader: (name: string) => void request.headers.remove(name),
    deleteHeaders: (names: readonly string[]) => names.forEach((name) => void request.headers.remove(name)),
    getBody: ({ raw = false } = {}) => (raw ? rawBody(request) : bodyValue(request)),
    setBody,
    getName: () => input().info.requestName,
    getAuthMode: () => authMode(request),
    getPathParams: pathParams,
    getTags: () => [],
    getExecutionMode: () => 'runner',
    skip: () => run.skipRequest(),
  };
  for (const [name, get] of Object.entries({ timeout: settings.getTimeout, pathParams, tags: () => [] }))
    Object.defineProperty(req, name, { get, enumerable: true });
  return req;
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
    repopulate: (items: readonly Entry[]) => {
      headers.clear();
      items.forEach(upsert);
    },
    assimilate: (source: readonly Entry[] | { readonly all: () => readonly Entry[] }, prune?: boolean) => {
      const items = 'all' in source ? source.all() : source;
      const kept = new Set(items.map(({ key }) => key.toLowerCase()));
      if (prune === true)
        for (const { key } of entries()) if (!kept.has(key.toLowerCase())) headers.remove(key);
      items.forEach(upsert);
    },
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
  return new sdk.RequestBody({
    mode: 'raw',
    raw,
    options: before?.options ?? { raw: { language: isJson ? 'json' : 'text' } },
  });
}
