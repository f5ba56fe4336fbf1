// Converts a saved request to the input of the code formats. Credentials are written as placeholders.
import { Buffer } from 'node:buffer';
import type { SnippetBody, SnippetHeader, SnippetRequest } from '../../../snippets/contract.ts';
import type { Auth } from '../../../collections/model/auth.ts';
import { RAW_CONTENT_TYPES, type Body } from '../../../collections/model/body.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { Pair, QueryPair } from '../../../collections/model/values.ts';
import type { Interpolate } from './public-values.ts';

const BOUNDARY = 'boundary';
/** The size of a file that is not known. */
const ANY_SIZE = 1;

/**
 * Converts a request; null for requests of other protocols. `auth`: the authorization of the request, its own or
 * inherited.
 */
export function snippetRequestOf(
  request: SavedRequest,
  auth: Auth,
  interpolate: Interpolate,
): SnippetRequest | null {
  if (request.type !== 'http' && request.type !== 'graphql') return null;
  const credentials = credentialsOf(auth);
  const { body, contentType } = bodyOf(request.body, interpolate);
  const headers = enabledOf(request.headers).map(({ name, value }) => ({
    name: interpolate(name),
    value: bytes(interpolate(value)),
  }));
  const has = (name: string): boolean => headers.some((each) => each.name.toLowerCase() === name);
  const own = [
    ...(contentType === null || has('content-type') ? [] : [{ name: 'Content-Type', value: contentType }]),
    ...credentials.headers.filter(({ name }) => !has(name.toLowerCase())),
  ];
  const method = interpolate(request.method);
  const url = urlOf(request, credentials.query, interpolate);
  return { method, url, headers: [...headers, ...own], body, compressed: false, mayAddHeaders: true };
}

interface Credentials {
  readonly headers: readonly SnippetHeader[];
  readonly query: readonly Pick<QueryPair, 'name' | 'value'>[];
}

function credentialsOf(auth: Auth): Credentials {
  const authorization = (value: string): Credentials => ({
    headers: [{ name: 'Authorization', value }],
    query: [],
  });
  switch (auth.type) {
    case 'basic':
      return authorization('Basic <credentials>');
    case 'bearer':
      return authorization(`Bearer ${placeholder(auth.token, 'token')}`);
    case 'oauth2':
    case 'jwt':
      return authorization('Bearer <token>');
    case 'apiKey': {
      const pair = { name: auth.key || 'X-API-Key', value: placeholder(auth.value, 'key') };
      return auth.in === 'header' ? { headers: [pair], query: [] } : { headers: [], query: [pair] };
    }
    default:
      return { headers: [], query: [] };
  }
}

/** Returns the value if it is a variable, whose name says more. */
function placeholder(value: string, name: string): string {
  return /^\{\{[^{}]+\}\}$/.test(value) ? value : `<${name}>`;
}

function urlOf(
  { url, query, path }: SavedRequest,
  credentials: Credentials['query'],
  interpolate: Interpolate,
): string {
  const search = [...enabledOf(query), ...credentials]
    .map(({ name, value }) => (value === null ? name : `${name}=${value}`))
    .join('&');
  const [address = '', typed = ''] = interpolate(url).split(/\?(.*)/s);
  const filled = address.replace(/(?<=\/):([^/?#:.]+)/g, (whole, name: string) => {
    const value = interpolate(path.find((each) => each.name === name)?.value ?? '');
    return value === '' ? whole : encodeURIComponent(value.toWellFormed());
  });
  const all = [typed, interpolate(search)].filter((part) => part !== '').join('&');
  const whole = /^\w+:\/\//.test(filled) ? filled : `http://${filled}`;
  const [, origin = '', target = ''] = /^(\w+:\/\/[^/]*)(.*)$/s.exec(whole) ?? [];
  return bytes(escaped(`${origin}${target || '/'}${all === '' ? '' : `?${all}`}`));
}

/** Encodes what cannot be in a URL. */
function escaped(url: string): string {
  return url.toWellFormed().replace(/[\0-\x20"<>\\^`\x7f]/g, (char) => encodeURIComponent(char));
}

function bodyOf(
  body: Body,
  interpolate: Interpolate,
): { readonly body: SnippetBody; readonly contentType: string | null } {
  switch (body.type) {
    case 'none':
      return { body: { type: 'none' }, contentType: null };
    case 'raw':
      return { body: textBody(interpolate(body.text)), contentType: RAW_CONTENT_TYPES[body.language] };
    case 'urlencoded': {
      const fields = enabledOf(body.fields).map(({ name, value }): [string, string] => [
        interpolate(name).toWellFormed(),
        interpolate(value).toWellFormed(),
      ]);
      const text = new URLSearchParams(fields).toString();
      return { body: textBody(text), contentType: 'application/x-www-form-urlencoded' };
    }
    case 'multipart':
      return {
        body: textBody(multipartText(enabledOf(body.fields), interpolate)),
        contentType: `multipart/form-data; boundary=${BOUNDARY}`,
      };
    case 'file':
      return { body: { type: 'binary', size: ANY_SIZE }, contentType: 'application/octet-stream' };
    case 'graphql': {
      const query = interpolate(body.query);
      const variables = parsed(interpolate(body.variables));
      const text = JSON.stringify({ query, ...(variables !== undefined && { variables }) });
      return { body: textBody(text), contentType: 'application/json' };
    }
  }
}

function textBody(text: string): SnippetBody {
  if (text === '') return { type: 'none' };
  return { type: 'text', text: text.toWellFormed().replaceAll('\0', '') };
}

function multipartText(
  fields: Extract<Body, { type: 'multipart' }>['fields'],
  interpolate: Interpolate,
): string {
  const parts = fields.map(({ name, value, files }) => {
    const label = `Content-Disposition: form-data; name="${interpolate(name).replace(/["\r\n]/g, '_')}"`;
    if (files === null) return `--${BOUNDARY}\r\n${label}\r\n\r\n${interpolate(value)}\r\n`;
    return `--${BOUNDARY}\r\n${label}; filename="file"\r\n\r\n<content of the file>\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function enabledOf<P extends Pair | QueryPair>(pairs: readonly P[]): P[] {
  return pairs.filter(({ enabled }) => enabled);
}

/** Returns the text with one char per byte. */
function bytes(text: string): string {
  return Buffer.from(text.toWellFormed()).toString('latin1');
}
