// The requests that the options of one command ask for: one for each URL.
import { isOn, lastOf } from './last-option.ts';
import type { Input } from './command.ts';
import { dataOf, queryOf, type Data } from './data.ts';
import { LOST } from './flags.ts';
import { formOf, type FormPart } from './form.ts';
import { Headers } from './headers.ts';
import { loginOf, type Login, type LoginFor } from './login.ts';
import type { Option } from './options.ts';
import { shortened, type Tell } from './placeholders.ts';

export interface CurlRequest {
  readonly method: string;
  /** With its scheme and query. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: CurlBody;
  /** What is no header yet: the server has to be asked first, or the request be signed. Null for nothing. */
  readonly login: Login | null;
}

/** A file is named, and never opened. */
export type CurlBody =
  | { readonly type: 'none' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'form'; readonly parts: readonly FormPart[] };

const PROTOCOLS = /^(?:https?|wss?)$/i;

/** `options`: of one command, or of a part of it between two `--next`. */
export function requestsOf(
  options: readonly Option[],
  input: Input | null,
  tell: Tell,
): readonly CurlRequest[] {
  for (const { name } of options)
    if (LOST.has(name)) tell(`--${name} has no counterpart here: it was left out`);
  const urls = options.filter(({ name }) => name === 'url').map(({ value }) => value);
  if (urls.length === 0) tell('a command without a URL was left out');
  const addresses = urls.map((url) => withScheme(url.trim()));
  const asked = askedOf(options, input, tell);
  return addresses.flatMap((address, at) => (isHttp(address, tell) ? [requestOf(address, at, asked)] : []));
}

/** What a command says for all of its URLs. */
interface Asked {
  readonly input: Input | null;
  readonly method: string | null;
  /** To be added to each URL. */
  readonly query: readonly string[];
  readonly body: CurlBody;
  readonly headers: CurlRequest['headers'];
  readonly loginFor: LoginFor;
  /** Files, the first one for the first URL. */
  readonly uploads: readonly string[];
}

function askedOf(options: readonly Option[], input: Input | null, tell: Tell): Asked {
  const data = dataOf(options, input, tell);
  const uploads = options.filter(({ name }) => name === 'upload-file').map(({ value }) => value);
  const isQuery = isOn(options, 'get');
  const body = bodyOf(isQuery ? null : data, formOf(options, tell), uploads.length > 0, tell);
  const headers = new Headers(options, tell);
  if (body.type !== 'form') headers.sayType(isQuery ? [] : options);
  else headers.dropType(tell);
  const method = lastOf(options, 'request')?.trim() || (isOn(options, 'head') ? 'HEAD' : null);
  const query = [queryOf(options, tell), isQuery ? queryText(data, tell) : ''].filter((text) => text !== '');
  const loginFor = loginOf(options, headers, tell);
  return { input, method, query, body, headers: headers.all, loginFor, uploads };
}

function requestOf(address: string, at: number, asked: Asked): CurlRequest {
  const { input, headers } = asked;
  const upload = asked.uploads[at] ?? null;
  const body = asked.body.type === 'none' && upload !== null ? uploadOf(upload, input) : asked.body;
  const usual = upload !== null ? 'PUT' : body.type === 'none' ? 'GET' : 'POST';
  const url = withQuery(withFile(address, upload), asked.query.join('&'));
  return { method: asked.method ?? usual, url, headers, body, login: asked.loginFor(address) };
}

function isHttp(address: string, tell: Tell): boolean {
  const [, protocol = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(address) ?? [];
  if (PROTOCOLS.test(protocol)) return true;
  tell(`${shortened(address)} is no URL of HTTP: it was left out`);
  return false;
}

function bodyOf(data: Data | null, parts: readonly FormPart[], isUpload: boolean, tell: Tell): CurlBody {
  if (data !== null) {
    if (parts.length > 0 || isUpload)
      tell('curl sends either data or a form or a file: only the data was kept');
    return data.file === null ? { type: 'text', text: data.text } : { type: 'file', path: data.file };
  }
  return parts.length > 0 ? { type: 'form', parts } : { type: 'none' };
}

function uploadOf(path: string, input: Input | null): CurlBody {
  return /^[-.]$/.test(path) && input !== null ? input : { type: 'file', path };
}

/** `-G` without data is no more than a GET. */
function queryText(data: Data | null, tell: Tell): string {
  if (data === null) return '';
  if (data.file === null) return data.text;
  tell(`the file ${shortened(data.file)}, which the query is in, is not read: it was left out`);
  return '';
}

/** What begins with a variable has its scheme from that. */
function withScheme(url: string): string {
  return /^(?:[a-z][a-z\d+.-]*:\/\/|\{\{)/i.test(url) ? url : `http://${url.replace(/^\/\//, '')}`;
}

/** A URL that ends as a folder gets the name of the file that goes there. */
function withFile(url: string, upload: string | null): string {
  if (upload === null || !url.endsWith('/') || /^[-.]?$/.test(upload)) return url;
  return url + encodeURIComponent((upload.split(/[\\/]/).at(-1) ?? '').toWellFormed());
}

function withQuery(url: string, query: string): string {
  if (query === '') return url;
  const hash = url.indexOf('#');
  const end = hash < 0 ? url.length : hash;
  const address = url.slice(0, end);
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${joint}${query}${url.slice(end)}`;
}
