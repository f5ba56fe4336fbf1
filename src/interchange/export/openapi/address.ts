// URLs in OpenAPI: a server, and a path with variables in braces.
import type { OpenApiServer } from '../../../documents/openapi/writer.ts';
import { maskVariables } from '../../../collections/model/url-parts.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { Interpolate } from '../shared/public-values.ts';
import { UniqueNames } from './unique-names.ts';

export interface PathTemplate {
  /** Scheme and host, or the variable that the URL starts with; empty for none. */
  readonly server: string;
  readonly path: string;
  /** The names of path variables in order, without repetition. */
  readonly names: readonly string[];
}

/** Returns the path with its variables as `{name}`. */
export function pathTemplateOf({ url }: Pick<SavedRequest, 'url'>): PathTemplate {
  const plain = maskVariables(url);
  const end = plain.search(/[?#]/);
  const text = url.slice(0, end < 0 ? url.length : end).trim();
  const server = serverText(text);
  const names = new UniqueNames('');
  const segments = text
    .slice(server.length)
    .replace(/^\/+/, '')
    .split('/')
    .map((segment) => templateSegment(segment, names));
  return { server, path: `/${segments.join('/')}`, names: names.all };
}

function serverText(text: string): string {
  const variable = /^\{\{[^{}]*\}\}/.exec(text)?.[0];
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:\/\//i.exec(text) ?? [];
  if (variable === undefined && scheme === '' && text.startsWith('/')) return '';
  const slash = maskVariables(text).indexOf('/', scheme.length);
  return slash < 0 ? text : text.slice(0, slash);
}

/** Replaces the variables of a segment, and adds their names to `names`. */
function templateSegment(segment: string, names: UniqueNames): string {
  const add = (given: string): string => `{${names.take(given.replace(/[{}/?#]/g, '_').trim() || 'id')}}`;
  const [, name, rest = ''] = /^:([^:?#]+)(.*)$/.exec(segment) ?? [];
  if (name !== undefined) return add(name.replaceAll('{{', '').replaceAll('}}', '')) + escapeBraces(rest);
  return segment
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 === 1 ? add(piece.slice(2, -2)) : escapeBraces(piece)))
    .join('');
}

/** Escapes braces, which would be taken for a parameter. */
function escapeBraces(text: string): string {
  return text.replace(/[{}]/g, encodeURIComponent);
}

/** Returns the server; unknown variables become variables of the server. Null without one. */
export function serverOf(given: string, interpolate: Interpolate): OpenApiServer | null {
  const trimmed = interpolate(given)
    .trim()
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
  if (trimmed === '') return null;
  const [, scheme = '', , address = ''] = /^([a-z][a-z\d+.-]*:\/\/)?([^/@]*@)?([^]*)$/i.exec(trimmed) ?? [];
  const names = new Set<string>();
  const url = address
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 === 1 ? serverVariable(piece, names) : escapeBraces(piece)))
    .join('');
  const isAlone = scheme === '' && address.startsWith('{{');
  const defaults = [...names].map((name, index) => [
    name,
    { default: isAlone && index === 0 ? 'http://localhost' : name },
  ]);
  return {
    url: isAlone || address.startsWith('/') ? url : `${scheme || 'http://'}${url}`,
    ...(names.size > 0 && { variables: Object.fromEntries(defaults) as OpenApiServer['variables'] & object }),
  };
}

function serverVariable(piece: string, names: Set<string>): string {
  const name = piece.slice(2, -2).replace(/[^\w.-]+/g, '_') || 'variable';
  names.add(name);
  return `{${name}}`;
}
