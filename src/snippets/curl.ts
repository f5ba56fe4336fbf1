// A request as a cURL command for bash and zsh that sends what was captured: curl's own headers, its
// reading of URLs and what a shell does with special characters are all kept out of it.
import { defineSnippet, type SnippetRequest } from './contract.ts';

export const curl = defineSnippet({ id: 'curl', label: 'cURL', render });

/** Where the user puts a body that cannot stand in a command. */
const BODY_FILE = '@request-body.bin';
/** Most bytes of one argument: Linux refuses longer ones (MAX_ARG_STRLEN, with the NUL at its end). */
const MOST_ARGUMENT_BYTES = 131_071;
/** Above this size of body curl asks for `100 Continue` first. */
const EXPECT_ABOVE_BYTES = 1024 * 1024;

function render(request: SnippetRequest): string {
  const options = [
    ...methodOptions(request),
    ...urlOptions(request),
    ...headerOptions(request),
    ...bodyOptions(request),
  ];
  return [`curl ${byteQuoted(request.url)}`, ...options].join(' \\\n  ');
}

function methodOptions(request: SnippetRequest): readonly string[] {
  const { method } = request;
  if (method === 'GET' && !sendsBody(request)) return [];
  const option = `-X ${/^[\w.-]+$/.test(method) ? method : quoted(method)}`;
  // By -X alone curl would wait for the body that a response to HEAD announces; --head excludes a body.
  return method === 'HEAD' && !sendsBody(request) ? [option, '--head'] : [option];
}

/** Whether curl has to be told of a body: also of an empty one, when its length or chunks are announced. */
function sendsBody({ method, headers, body }: SnippetRequest): boolean {
  if (body.type !== 'none') return true;
  const names = headers.map(({ name }) => name.toLowerCase());
  if (names.includes('transfer-encoding')) return true;
  return names.includes('content-length') && method !== 'GET' && method !== 'HEAD';
}

function urlOptions({ method, url }: SnippetRequest): readonly string[] {
  const { target, path } = partsOf(url);
  const options: string[] = [];
  if (/[[\]{}]/.test(target)) options.push('--globoff');
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) options.push('--path-as-is');
  // Of a URL curl would leave out what follows #, and percent-encode; `OPTIONS *` has no URL.
  if (/[#\x80-\xff]/.test(target)) options.push(`--request-target ${byteQuoted(target)}`);
  if (target === '' && method === 'OPTIONS') options.push("--request-target '*'");
  return options;
}

interface UrlParts {
  readonly authority: string;
  /** Path and query. */
  readonly target: string;
  readonly path: string;
}

function partsOf(url: string): UrlParts {
  const [, authority = '', target = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  return { authority, target, path: target.split('?')[0] ?? '' };
}

const NOT_SENT = new Set(['content-length', 'connection', 'proxy-connection']);

function headerOptions(request: SnippetRequest): readonly string[] {
  const { authority } = partsOf(request.url);
  const sent = request.headers.filter(({ name, value }) => {
    const lower = name.toLowerCase();
    return lower === 'host' ? value !== authority : !NOT_SENT.has(lower);
  });
  // A header without a value is written with a semicolon; with a colon it would be taken out.
  const given = sent.map(({ name, value }) => (value === '' ? `${name};` : `${name}: ${value}`));
  const unwanted = ownHeaders(request).filter((own) => !hasHeader(request, own));
  return [...given, ...unwanted.map((name) => `${name}:`)].map((header) => `-H ${byteQuoted(header)}`);
}

/** What curl adds by itself to this request unless told otherwise. */
function ownHeaders(request: SnippetRequest): readonly string[] {
  const always = ['User-Agent', 'Accept'];
  if (request.compressed) always.push('Accept-Encoding');
  if (!sendsBody(request)) return always;
  return [...always, 'Content-Type', ...(bodySize(request) > EXPECT_ABOVE_BYTES ? ['Expect'] : [])];
}

function hasHeader({ headers }: SnippetRequest, name: string): boolean {
  return headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
}

function bodySize({ body }: SnippetRequest): number {
  if (body.type === 'none') return 0;
  return body.type === 'binary' ? body.size : Buffer.byteLength(body.text);
}

function bodyOptions(request: SnippetRequest): readonly string[] {
  if (!sendsBody(request)) return [];
  return [dataOption(request), ...(request.compressed ? ['--compressed'] : [])];
}

function dataOption(request: SnippetRequest): string {
  const { body, compressed } = request;
  if (body.type === 'none') return "--data-binary ''";
  const fits = body.type === 'text' && !compressed && bodySize(request) <= MOST_ARGUMENT_BYTES;
  if (!fits) return `--data-binary ${BODY_FILE}`;
  // After --data-binary a leading @ names a file; --data-raw is the same without that.
  return `${body.text.startsWith('@') ? '--data-raw' : '--data-binary'} ${quoted(body.text)}`;
}

/** Quotes what holds one char per byte: as the text it is in UTF-8, or else byte by byte. */
function byteQuoted(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString();
  if (Buffer.from(text).toString('latin1') === bytes) return quoted(text);
  return escaped(bytes, /[\\'!]|[^\x20-\x7e]/g, 'latin1');
}

/** One argument for a shell. */
function quoted(text: string): string {
  if (isUnsafe(text)) return escaped(text, /[\\'!]|\p{Cc}/gu, 'utf8');
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Controls have a meaning for the terminal that a command is pasted into: one of them ends the paste, and
 * what follows would run. An older bash takes ! for its history in every line of a text but the first.
 */
function isUnsafe(text: string): boolean {
  return /[^\P{Cc}\t\n]/u.test(text) || (text.includes('!') && text.includes('\n'));
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** ANSI-C quoting, in which a backslash and three octal digits are a byte. */
function escaped(text: string, special: RegExp, encoding: 'latin1' | 'utf8'): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  const escape = (char: string): string =>
    NAMED.get(char) ?? Array.from(Buffer.from(char, encoding), octal).join('');
  return `$'${text.replace(special, escape)}'`;
}
