// Writes a request as a cURL command, for any POSIX shell, that sends exactly the captured request. It suppresses the
// headers that curl adds, curl's interpretation of URLs, and the special characters of the shell.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { headerLines, explicitTarget } from './shared/libcurl.ts';
import { bodySize, hasDotSegments, sendsBody, urlParts } from './shared/request-parts.ts';
import { noteLines } from './shared/sendable-request.ts';
import { byteWord, methodWord, MAX_ARGUMENT_BYTES, shellWord } from './shared/shell-words.ts';

export const curl = defineSnippet({ id: 'curl', label: 'cURL', render });

/** The file for a body that cannot be part of a command. */
const BODY_FILE = 'request-body.bin';

function render(request: SnippetRequest): string {
  const options = [
    ...methodOptions(request),
    ...urlOptions(request),
    ...headerOptions(request),
    ...bodyOptions(request),
  ];
  const command = [`curl ${byteWord(request.url)}`, ...options].join(' \\\n  ');
  // Notes come last, because pasted text is recognised as a command only if it begins with `curl`.
  return [command, ...noteLines(bodyNotes(request), '#')].join('\n');
}

function methodOptions(request: SnippetRequest): readonly string[] {
  const { method } = request;
  if (method === 'GET' && !sendsBody(request)) return [];
  const option = `-X ${methodWord(method)}`;
  // With -X alone curl would wait for the body that a response to HEAD announces; --head excludes a request body.
  return method === 'HEAD' && !sendsBody(request) ? [option, '--head'] : [option];
}

function urlOptions(request: SnippetRequest): readonly string[] {
  const target = explicitTarget(request);
  return [
    ...(/[[\]{}]/.test(urlParts(request.url).target) ? ['--globoff'] : []),
    ...(hasDotSegments(request.url) ? ['--path-as-is'] : []),
    ...(target === null ? [] : [`--request-target ${byteWord(target)}`]),
  ];
}

const NOT_SENT = new Set(['content-length', 'connection', 'proxy-connection']);

function headerOptions(request: SnippetRequest): readonly string[] {
  const { authority } = urlParts(request.url);
  const sent = request.headers.filter(({ name, value }) => {
    const lower = name.toLowerCase();
    return lower === 'host' ? value !== authority : !NOT_SENT.has(lower);
  });
  const defaults = ['User-Agent', 'Accept', ...(request.compressed ? ['Accept-Encoding'] : [])];
  return headerLines(request, sent, defaults).map((line) => `-H ${byteWord(line)}`);
}

function bodyOptions(request: SnippetRequest): readonly string[] {
  if (!sendsBody(request)) return [];
  return [dataOption(request), ...(request.compressed ? ['--compressed'] : [])];
}

function dataOption(request: SnippetRequest): string {
  const { body } = request;
  if (body.type === 'none') return "--data-binary ''";
  if (body.type === 'binary' || !isWritten(request)) return `--data-binary @${BODY_FILE}`;
  // After --data-binary a leading @ names a file; --data-raw has no such meaning.
  return `${body.text.startsWith('@') ? '--data-raw' : '--data-binary'} ${shellWord(body.text)}`;
}

/** True when the body is part of the command. */
function isWritten(request: SnippetRequest): boolean {
  return request.body.type === 'text' && !request.compressed && bodySize(request) <= MAX_ARGUMENT_BYTES;
}

function bodyNotes(request: SnippetRequest): readonly string[] {
  const { body, compressed } = request;
  if (body.type === 'none' || isWritten(request)) return [];
  if (compressed)
    return [`Save the compressed body of the request as ${BODY_FILE}: it is sent with its Content-Encoding.`];
  const kind = body.type === 'binary' ? 'it is binary' : 'it is too long for an argument';
  const size = bodySize(request);
  return [
    `Save the body of the request, ${size} ${size === 1 ? 'byte' : 'bytes'}, as ${BODY_FILE}: ${kind}.`,
  ];
}
