// The URL of a request in a run: the URL to send, and the URL to report when the request was not sent.
import { buildUrl, type HttpUrl, type UrlParts } from '../../requests/http/url.ts';
import type { ScriptRequest } from '../scripts/contract.ts';
import type { Interpolator } from './interpolator.ts';

type Parts = Pick<ScriptRequest, 'url' | 'query' | 'path'>;

/** Returns the URL. Throws an Error that says what is wrong with it. */
export function urlOf(parts: Parts, interpolator: Interpolator): HttpUrl {
  return buildUrl(urlParts(parts, interpolator, true));
}

/** Returns the parts with their variables replaced. */
export function urlParts({ url, query, path }: Parts, interpolator: Interpolator, encode: boolean): UrlParts {
  return {
    url: interpolator.text(url),
    query: interpolator.pairs(encode ? query.map(encodeSeparators) : query),
    // A variable of the path without a value keeps its name; one whose value comes to nothing is empty.
    path: interpolator.pairs(path.filter(({ value }) => value !== '')),
    encode,
  };
}

/**
 * Encodes separators in a parameter. As in Postman, this applies to typed text, and not to the values of variables.
 */
function encodeSeparators(pair: Parts['query'][number]): Parts['query'][number] {
  const { name, value } = pair;
  return {
    ...pair,
    name: encodeOutsideVariables(name, /[&=]/g),
    value: value === null ? null : encodeOutsideVariables(value, /&/g),
  };
}

function encodeOutsideVariables(text: string, reserved: RegExp): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(reserved, encodeURIComponent)))
    .join('');
}

/** Removes the user name and password from a URL, which may be invalid. */
export function withoutCredentials(text: string): string {
  const [, before = '', authority = '', after = ''] = /^([a-z]+:\/\/|)([^/?#]*)(.*)$/is.exec(text) ?? [];
  return `${before}${authority.slice(authority.lastIndexOf('@') + 1)}${after}`;
}
