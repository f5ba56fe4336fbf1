// `bru.sendRequest`, and the few functions of axios that scripts use, over `pm.sendRequest`.
import { asText } from '../as-text.ts';
import type { Pm, PmResponse } from './parts.ts';

interface Config {
  readonly url?: string;
  readonly baseURL?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly validateStatus?: ((status: number) => boolean) | null;
}

interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  readonly config: Config;
}

type Callback = (error: unknown, response?: Answer) => unknown;
export type Send = (config: string | Config, callback?: Callback) => Promise<Answer>;

export function sender(pm: Pm): Send {
  return async (given, callback) => {
    const config = typeof given === 'string' ? { url: given } : given;
    try {
      const answer = answerOf(await pm.sendRequest(definitionOf(config)), config);
      const isValid = config.validateStatus ?? ((status: number) => status >= 200 && status < 300);
      if (config.validateStatus !== null && !isValid(answer.status)) throw failure(answer);
      await callback?.(null, answer);
      return answer;
    } catch (error) {
      if (callback === undefined) throw error;
      await callback(error);
      return (error as { readonly response?: Answer }).response!;
    }
  };
}

function failure(response: Answer): Error {
  const error = new Error(`Request failed with status code ${response.status}`);
  return Object.assign(error, { name: 'AxiosError', response, config: response.config });
}

function definitionOf({
  url = '',
  baseURL = '',
  method = 'GET',
  headers = {},
  params = {},
  data,
}: Config): object {
  const query = Object.entries(params).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(value))}`,
  );
  const address = /^[a-z][\w+.-]*:/i.test(url) ? url : `${baseURL}${url}`;
  const isJson = typeof data === 'object' && data !== null;
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const listed = Object.entries(headers).map(([key, value]) => ({ key, value: asText(value) }));
  return {
    url: query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`,
    method: method.toUpperCase(),
    header: isJson && !hasType ? [...listed, { key: 'Content-Type', value: 'application/json' }] : listed,
    ...(data !== undefined && { body: { mode: 'raw', raw: isJson ? JSON.stringify(data) : asText(data) } }),
  };
}

/** Returns a response in the form of axios. */
export function answerOf(response: PmResponse, config: Config): Answer {
  const text = response.text();
  let data: unknown = text;
  try {
    data = JSON.parse(text) as unknown;
  } catch {
    // It is not JSON.
  }
  const headers = response.headers.all() as readonly { readonly key: string; readonly value: string }[];
  return {
    status: response.code,
    statusText: response.status,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value])),
    data,
    config,
  };
}

export function axiosOf(send: Send): unknown {
  const axios = (given: string | Config, more: Config = {}): Promise<Answer> =>
    send(typeof given === 'string' ? { ...more, url: given } : given);
  const bare =
    (method: string) =>
    (url: string, config: Config = {}) =>
      send({ ...config, url, method });
  const withData =
    (method: string) =>
    (url: string, data?: unknown, config: Config = {}) =>
      send({ ...config, url, method, data });
  const functions = {
    request: axios,
    get: bare('GET'),
    delete: bare('DELETE'),
    head: bare('HEAD'),
    options: bare('OPTIONS'),
    post: withData('POST'),
    put: withData('PUT'),
    patch: withData('PATCH'),
    isAxiosError: (error: unknown) => (error as { readonly name?: unknown } | null)?.name === 'AxiosError',
  };
  return Object.assign(axios, functions, { default: Object.assign(axios, functions) });
}
