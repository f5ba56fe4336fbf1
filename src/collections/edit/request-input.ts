// Parts of requests in the short forms that callers may use: a URL with its query, headers as an object, a body as
// text.
import { isObject } from '../../base/is-object.ts';
import type { Body, RawLanguage } from '../model/body.ts';
import type { Pair, QueryPair } from '../model/values.ts';
import { rawLanguage } from '../model/raw-language.ts';
import { splitUrl } from '../model/url-parts.ts';

interface HeaderInput {
  readonly name: string;
  readonly value?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly docs?: string | undefined;
}

/** An object of names and values, or a list. */
export type HeadersInput = Readonly<Record<string, string>> | readonly HeaderInput[];

export function headersOf(input: HeadersInput): Pair[] {
  const list = isList(input)
    ? input
    : Object.entries(input).map(([name, value]): HeaderInput => ({ name, value }));
  return list.map(({ name, value = '', enabled = true, docs = '' }) => ({ name, value, enabled, docs }));
}

function isList(input: HeadersInput): input is readonly HeaderInput[] {
  return Array.isArray(input);
}

/** Returns the fields of a URL as typed. */
export function urlFields(text: string): { readonly url: string; readonly query: QueryPair[] } {
  const { url, query } = splitUrl(text);
  return { url, query: [...query] };
}

/** Returns a body for the text. Its language comes from Content-Type, or else from the text. */
export function bodyOf(text: string, headers: readonly Pick<Pair, 'name' | 'value'>[]): Body {
  if (text === '') return { type: 'none' };
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return { type: 'raw', language: type === undefined ? languageOf(text) : rawLanguage(type), text };
}

function languageOf(text: string): RawLanguage {
  if (!/^\s*[{[]/.test(text)) return 'text';
  try {
    JSON.parse(text);
    return 'json';
  } catch {
    // Where JSON has values, the text may have variables.
    return /\{\{[^{}]*\}\}/.test(text) ? 'json' : 'text';
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns fields of a request with their short forms expanded. `old`: the request that they change. */
export function requestInput(
  given: Fields,
  old: { readonly headers: readonly Pair[] } | null = null,
): Record<string, unknown> {
  const { url, headers, body } = given;
  const own = isHeadersInput(headers) ? headersOf(headers) : null;
  return {
    ...given,
    // A separate query stays if the URL has none.
    ...(typeof url === 'string' && (url.includes('?') || old === null ? urlFields(url) : { url })),
    ...(own !== null && { headers: own }),
    ...(typeof body === 'string' && { body: bodyOf(body, own ?? old?.headers ?? []) }),
  };
}

function isHeadersInput(value: unknown): value is HeadersInput {
  if (Array.isArray(value)) return value.every((each) => isObject(each) && typeof each['name'] === 'string');
  return isObject(value) && Object.values(value).every((each) => typeof each === 'string');
}
