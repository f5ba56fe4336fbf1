// `req`: the request that is about to be sent, or has been sent.
import { asText, textOrEmpty } from '../as-text.ts';
import { bodyValue, rawBody, setBody } from './body.ts';
import { headerList } from './header-list.ts';
import type { BrunoParts, PmRequest } from './parts.ts';
import { settingFunctions } from './settings.ts';

export function requestObject({ pm, run, sdk, input }: BrunoParts): object {
  const { request } = pm;
  const settings = settingFunctions(run, input);
  const url = urlFunctions(request, input);
  const headers = headerFunctions(request);
  const req = {
    ...settings,
    ...url,
    ...headers,
    headerList: headerList(request),
    getMethod: () => request.method,
    setMethod: (value: unknown) => {
      request.method = asText(value).toUpperCase();
    },
    getBody: ({ raw = false } = {}) => (raw ? rawBody(request) : bodyValue(request)),
    setBody: (value: unknown, { raw = false } = {}) => setBody(request, sdk, value, raw),
    getName: () => input().info.requestName,
    getAuthMode: () => authMode(request),
    getTags: () => [...input().tags],
    getExecutionMode: () => 'runner',
    skip: () => run.skipRequest(),
  };
  const properties = {
    url: req.getUrl,
    method: req.getMethod,
    headers: req.getHeaders,
    body: req.getBody,
    name: req.getName,
    timeout: req.getTimeout,
    pathParams: req.getPathParams,
    tags: req.getTags,
  };
  for (const [name, get] of Object.entries(properties))
    Object.defineProperty(req, name, { get: () => get(), enumerable: true });
  return req;
}

function urlFunctions(request: PmRequest, input: BrunoParts['input']) {
  const getUrl = (): string => textOrEmpty(request.url);
  return {
    getUrl,
    setUrl: (value: unknown) => {
      request.url = asText(value);
    },
    getHost: () => partsOf(getUrl()).host,
    getPath: () => partsOf(getUrl()).path,
    getQueryString: () => partsOf(getUrl()).query,
    getPathParams: (): readonly object[] =>
      input().request.url.variable.map(({ key, value }) => ({
        name: key,
        value,
        type: 'path',
        enabled: true,
      })),
  };
}

function headerFunctions({ headers }: PmRequest) {
  const setHeader = (name: string, value: unknown): void => {
    headers.upsert({ key: name, value: asText(value) });
  };
  return {
    getHeader: (name: string) => headers.get(name),
    getHeaders: () => headers.toObject(true, true) as Record<string, unknown>,
    setHeader,
    setHeaders: (values: object) => {
      headers.clear();
      for (const [name, value] of Object.entries(values)) setHeader(name, value);
    },
    deleteHeader: (name: string) => void headers.remove(name),
    deleteHeaders: (names: readonly string[]) => names.forEach((name) => void headers.remove(name)),
  };
}

/** Splits a URL, which may contain variables. */
function partsOf(url: string): Readonly<Record<'host' | 'path' | 'query', string>> {
  const [, host = '', path = '', query = ''] =
    /^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  return { host, path, query };
}

function authMode({ ...request }: PmRequest): string {
  const { auth } = request as { readonly auth?: { readonly type?: unknown } };
  return textOrEmpty(auth?.type) || 'none';
}
