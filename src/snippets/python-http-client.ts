// Writes a request as Python with only its standard library.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { requestTarget, urlParts } from './shared/request-parts.ts';
import { byteString, headerEntries, string } from './shared/python-syntax.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';

export const pythonHttpClient = defineSnippet({
  id: 'python-http-client',
  label: 'Python – http.client',
  render,
});

const library: Library = {
  name: 'http.client',
  target: 'ascii',
  resolvesDots: false,
  sendsAsterisk: true,
  repeatsHeaders: true,
  headerBytes: 'any',
  refused: ['transfer-encoding'],
};

function render(captured: SnippetRequest): string {
  const request = sendableRequest(captured, library);
  const { scheme, host, port } = urlParts(request.url);
  const connection = scheme === 'https' ? 'HTTPSConnection' : 'HTTPConnection';
  return [
    ...noteLines(request.notes, '#'),
    'import http.client',
    '',
    `connection = http.client.${connection}(${string(host)}, ${port})`,
    ...(repeatsHeaders(request) ? stepwise(request) : atOnce(request)),
    'response = connection.getresponse()',
    '',
    'print(response.status, response.reason)',
    "print(response.read().decode('utf-8', 'replace'))",
    'connection.close()',
  ].join('\n');
}

function repeatsHeaders({ headers }: SendableRequest): boolean {
  return new Set(headers.map(({ name }) => name.toLowerCase())).size < headers.length;
}

function atOnce({ method, url, headers, text }: SendableRequest): readonly string[] {
  return [
    'connection.request(',
    `    ${string(method)},`,
    `    ${string(requestTarget(url))},`,
    ...(text === null ? [] : [`    body=${string(text)}.encode(),`]),
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headerEntries(headers).map((entry) => `        ${entry}`), '    },']),
    ')',
  ];
}

/** Sends headers one by one, because a dictionary holds each name once. */
function stepwise({ method, url, headers, text }: SendableRequest): readonly string[] {
  return [
    ...(text === null ? [] : [`body = ${string(text)}.encode()`]),
    `connection.putrequest(${string(method)}, ${string(requestTarget(url))})`,
    ...headers.map(({ name, value }) => `connection.putheader(${string(name)}, ${byteString(value)})`),
    ...(text === null ? [] : ["connection.putheader('Content-Length', str(len(body)))"]),
    `connection.endheaders(${text === null ? '' : 'body'})`,
  ];
}
