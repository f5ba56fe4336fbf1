// The URL of a request of a run: as it is sent, and as it is shown where it was not.
import { readUrl, type HttpUrl } from '../protocols/http/url.ts';
import type { ScriptRequest } from '../scripts/contract.ts';
import type { Filler } from './interpolator.ts';

type Parts = Pick<ScriptRequest, 'url' | 'query' | 'path'>;

/** Throws an Error that says what is wrong with it. */
export function urlOf({ url, query, path }: Parts, filler: Filler, encode: boolean): HttpUrl {
  return readUrl({
    url: filler.text(url),
    query: filler.pairs(encode ? query.map(separated) : query),
    path: filler.pairs(path),
    encode,
  });
}

/** What would end a parameter is encoded, as in Postman: where it is typed, and not where a variable holds it. */
function separated(pair: Parts['query'][number]): Parts['query'][number] {
  const { name, value } = pair;
  return { ...pair, name: escaped(name, /[&=]/g), value: value === null ? null : escaped(value, /&/g) };
}

function escaped(text: string, marks: RegExp): string {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(marks, encodeURIComponent)))
    .join('');
}

/** With its query, and with variables by their names. */
export function writtenUrl({ url, query }: Parts): string {
  const written = query
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => (value === null ? name : `${name}=${value}`))
    .join('&');
  return written === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${written}`;
}

/** Without user and password. Of one that was not sent: what is wrong may be the URL itself. */
export function shownUrl(text: string): string {
  const [, before = '', authority = '', after = ''] = /^([a-z]+:\/\/|)([^/?#]*)(.*)$/is.exec(text) ?? [];
  return `${before}${authority.slice(authority.lastIndexOf('@') + 1)}${after}`;
}
