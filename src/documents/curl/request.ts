// The requests that the options of one command produce: one for each URL.
import { isOn, lastOf } from './last-option.ts';
import type { Input } from './command.ts';
import { dataOf, queryOf, type Data } from './data.ts';
import { UNSUPPORTED } from './flags.ts';
import { formOf, type FormPart } from './form.ts';
import { HeaderCollector } from './headers.ts';
import { loginOf, type Login, type LoginFor } from './login.ts';
import type { Option } from './options.ts';
import { shorten, type Warn } from './placeholders.ts';

export interface CurlRequest {
  readonly method: string;
  /** The URL with its scheme and query. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: CurlBody;
  /**
   * Credentials that are not a header yet, because the server must send a challenge first or the request must be
   * signed; null without any.
   */
  readonly login: Login | null;
  readonly redirects: CurlRedirects;
}

/** Settings of redirects, where the command has them. */
export interface CurlRedirects {
  /** Null for the default. */
  readonly max: number | null;
  /** True when a POST stays one. */
  readonly keepMethod: boolean;
}

/** The body; a file is named, but never opened. */
export type CurlBody =
  | { readonly type: 'none' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'form'; readonly parts: readonly FormPart[] };

const PROTOCOLS = /^(?:https?|wss?)$/i;

/** Returns the requests for the options of one command, or of a part of it between two `--next`. */
export function requestsOf(
  options: readonly Option[],
  input: Input | null,
  warn: Warn,
): readonly CurlRequest[] {
  for (const { name } of options)
    if (UNSUPPORTED.has(name)) warn(`--${name} is not supported: it was left out`);
  const urls = options.filter(({ name }) => name === 'url').map(({ value }) => value);
  if (urls.length === 0) warn('a command without a URL was left out');
  const addresses = urls.map((url) => withScheme(url.trim()));
  const command = commandOptionsOf(options, input, warn);
  return addresses.flatMap((address, index) =>
    isHttp(address, warn) ? [requestOf(address, index, command)] : [],
  );
}

/** The parts of a command that apply to all of its URLs. */
interface CommandOptions {
  readonly input: Input | null;
  readonly method: string | null;
  /** Query strings to add to each URL. */
  readonly query: readonly string[];
  readonly body: CurlBody;
  readonly headers: CurlRequest['headers'];
  readonly loginFor: LoginFor;
  readonly redirects: CurlRedirects;
  /** Files to upload; the first one belongs to the first URL. */
  readonly uploads: readonly string[];
}

function commandOptionsOf(options: readonly Option[], input: Input | null, warn: Warn): CommandOptions {
  const data = dataOf(options, input, warn);
  const uploads = options.filter(({ name }) => name === 'upload-file').map(({ value }) => value);
  const isQuery = isOn(options, 'get');
  const body = bodyOf(isQuery ? null : data, formOf(options, warn), uploads.length > 0, warn);
  const headers = new HeaderCollector(options, warn);
  if (body.type !== 'form') headers.sayType(isQuery ? [] : options);
  else headers.dropType(warn);
  const method = lastOf(options, 'request')?.trim() || (isOn(options, 'head') ? 'HEAD' : null);
  const query = [queryOf(options, warn), isQuery ? queryText(data, warn) : ''].filter((text) => text !== '');
  const loginFor = loginOf(options, headers, warn);
  const redirects = redirectsOf(options, warn);
  return { input, method, query, body, headers: headers.all, loginFor, redirects, uploads };
}

function requestOf(address: string, index: number, command: CommandOptions): CurlRequest {
  const { input, headers, redirects } = command;
  const upload = command.uploads[index] ?? null;
  const body = command.body.type === 'none' && upload !== null ? uploadOf(upload, input) : command.body;
  const defaultMethod = upload !== null ? 'PUT' : body.type === 'none' ? 'GET' : 'POST';
  const url = withQuery(withFile(address, upload), command.query.join('&'));
  return {
    method: command.method ?? defaultMethod,
    url,
    headers,
    body,
    login: command.loginFor(address),
    redirects,
  };
}

const KEEP_METHOD = ['post301', 'post302', 'post303'];

function redirectsOf(options: readonly Option[], warn: Warn): CurlRedirects {
  const given = lastOf(options, 'max-redirs')?.trim() ?? '';
  const isAmount = /^\d{1,9}$/.test(given);
  if (given !== '' && !isAmount && given !== '-1')
    warn(`--max-redirs ${shorten(given)} is not a number: it was left out`);
  return {
    max: isAmount ? Number(given) : null,
    keepMethod: KEEP_METHOD.some((name) => isOn(options, name)),
  };
}

function isHttp(address: string, warn: Warn): boolean {
  const [, protocol = 'http'] = /^([a-z][a-z\d+.-]*):\/\//i.exec(address) ?? [];
  if (PROTOCOLS.test(protocol)) return true;
  warn(`${shorten(address)} is not an HTTP URL: it was left out`);
  return false;
}

function bodyOf(data: Data | null, parts: readonly FormPart[], isUpload: boolean, warn: Warn): CurlBody {
  if (data !== null) {
    if (parts.length > 0 || isUpload)
      warn('curl sends only one of data, a form and a file: the data was kept');
    return data.file === null ? { type: 'text', text: data.text } : { type: 'file', path: data.file };
  }
  return parts.length > 0 ? { type: 'form', parts } : { type: 'none' };
}

function uploadOf(path: string, input: Input | null): CurlBody {
  return /^[-.]$/.test(path) && input !== null ? input : { type: 'file', path };
}

/** Returns the query for `-G`, which without data is a plain GET. */
function queryText(data: Data | null, warn: Warn): string {
  if (data === null) return '';
  if (data.file === null) return data.text;
  warn(`the file ${shorten(data.file)}, which contains the query, is not read: it was left out`);
  return '';
}

/** Adds a missing scheme, except before a variable, which may contain it. */
function withScheme(url: string): string {
  return /^(?:[a-z][a-z\d+.-]*:\/\/|\{\{)/i.test(url) ? url : `http://${url.replace(/^\/\//, '')}`;
}

/** Appends the file name to a URL that ends with a slash, as curl does for uploads. */
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
