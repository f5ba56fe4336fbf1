// `fetch`, `Headers` and the response that it resolves with, over the connections of the run.
import { asText } from './as-text.ts';
import type { Pm, PmResponse } from './bruno/parts.ts';
import type { Web } from './environment.ts';

type Send = Pm['sendRequest'];

type HeadersInit = Headers | readonly (readonly [string, unknown])[] | Readonly<Record<string, unknown>>;

interface Options {
  readonly method?: unknown;
  readonly headers?: HeadersInit;
  readonly body?: unknown;
}

/** Fields of a message, with names in lower case; values of one name are joined. */
export class Headers {
  readonly #fields = new Map<string, string>();

  constructor(given: HeadersInit = []) {
    const pairs =
      given instanceof Headers ? [...given] : Array.isArray(given) ? given : Object.entries(given);
    for (const [name, value] of pairs as readonly (readonly [string, unknown])[]) this.append(name, value);
  }

  append(name: string, value: unknown): void {
    const known = this.get(name);
    this.set(name, known === null ? value : `${known}, ${asText(value)}`);
  }

  set(name: string, value: unknown): void {
    this.#fields.set(asText(name).toLowerCase(), asText(value).trim());
  }

  get(name: string): string | null {
    return this.#fields.get(asText(name).toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  delete(name: string): void {
    this.#fields.delete(asText(name).toLowerCase());
  }

  forEach(run: (value: string, name: string, headers: Headers) => void): void {
    for (const [name, value] of this) run(value, name, this);
  }

  *entries(): Generator<[string, string], void, undefined> {
    yield* [...this.#fields].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  keys(): string[] {
    return [...this.entries()].map(([name]) => name);
  }

  values(): string[] {
    return [...this.entries()].map(([, value]) => value);
  }

  [Symbol.iterator](): Generator<[string, string], void, undefined> {
    return this.entries();
  }
}

/** Returns `fetch`. A redirect is followed as the settings of the request say. */
export function fetchOver(send: Send, web: Web): (target: unknown, options?: Options) => Promise<object> {
  return async (target, options = {}) => {
    const url = asText(
      typeof target === 'object' && target !== null && 'url' in target ? target.url : target,
    );
    const headers = new Headers(options.headers);
    const body = textOf(options.body, headers, web);
    const method = options.method === undefined ? 'GET' : asText(options.method).toUpperCase();
    const header = [...headers].map(([key, value]) => ({ key, value }));
    const sent = { url, method, header, ...(body !== null && { body: { mode: 'raw', raw: body } }) };
    let answer;
    try {
      answer = await send(sent);
    } catch (error) {
      // As in browsers, where there is no response.
      throw Object.assign(new TypeError('fetch failed'), { cause: error, message: (error as Error).message });
    }
    return responseOf(answer, url);
  };
}

/** Returns null for no body. */
function textOf(body: unknown, headers: Headers, web: Web): string | null {
  if (body === undefined || body === null) return null;
  const isParams = typeof URLSearchParams === 'function' && body instanceof URLSearchParams;
  if (!headers.has('content-type'))
    headers.set(
      'content-type',
      isParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'text/plain;charset=UTF-8',
    );
  if (typeof body === 'string' || isParams) return asText(body);
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return web.decode(body, 'utf-8', true);
  throw new TypeError(
    'fetch sends texts, URLSearchParams and bytes of UTF-8: use JSON.stringify for an object',
  );
}

function responseOf(answer: PmResponse, url: string): object {
  const pairs = answer.headers.all() as readonly { readonly key: string; readonly value: string }[];
  return Object.freeze({
    ok: answer.code >= 200 && answer.code < 300,
    status: answer.code,
    statusText: answer.status,
    url,
    headers: new Headers(pairs.map(({ key, value }) => [key, value] as const)),
    text: () => Promise.resolve(answer.text()),
    json: () => Promise.resolve().then(() => JSON.parse(answer.text()) as unknown),
    arrayBuffer: () => {
      const { buffer, byteOffset, byteLength } = answer.stream;
      return Promise.resolve(buffer.slice(byteOffset, byteOffset + byteLength));
    },
  });
}
