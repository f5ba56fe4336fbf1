// Writes a request as Python with the requests library.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { jsonBody, jsonLiteral } from './shared/json-body.ts';
import { hasDotSegments, unwanted, upperHex, urlParts, withoutPlainEscapes } from './shared/request-parts.ts';
import { headerEntries, jsonSyntax, string } from './shared/python-syntax.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';

export const python = defineSnippet({ id: 'python', label: 'Python', render });

const library: Library = {
  name: 'requests',
  target: 'strict',
  rewrites: (target) => upperHex(target).replace(/\?$/, ''),
  resolvesDots: false,
  sendsAsterisk: false,
  repeatsHeaders: false,
  headerBytes: 'any',
  refused: ['transfer-encoding'],
};

function render(captured: SnippetRequest): string {
  const request = sendableRequest(captured, library);
  return [
    ...noteLines(request.notes, '#'),
    'import requests',
    '',
    ...(needsPreparing(request) ? preparedCall(request) : call(request)),
    '',
    'print(response.status_code)',
    'print(response.text)',
  ].join('\n');
}

/** True when requests would change the method or the path between its arguments and the request. */
function needsPreparing({ method, url }: SendableRequest): boolean {
  const { target } = urlParts(url);
  const isDecoded = withoutPlainEscapes(target) !== target;
  return isDecoded || hasDotSegments(url) || method !== method.toUpperCase();
}

function call(request: SendableRequest): readonly string[] {
  return [
    'response = requests.request(',
    `    ${string(request.method)},`,
    `    ${string(request.url)},`,
    ...headersArgument(request, ['Accept']),
    ...bodyArgument(request),
    ')',
  ];
}

function preparedCall(request: SendableRequest): readonly string[] {
  return [
    'request = requests.Request(',
    `    ${string(request.method)},`,
    `    ${string(request.url)},`,
    ...headersArgument(request, []),
    ...bodyArgument(request),
    ').prepare()',
    '# As captured: prepare() changes them.',
    `request.method = ${string(request.method)}`,
    `request.url = ${string(request.url)}`,
    'response = requests.Session().send(request)',
  ];
}

function headersArgument(request: SendableRequest, defaults: readonly string[]): readonly string[] {
  const removed = unwanted(request, defaults).map((name) => `${string(name)}: None,`);
  const entries = [...headerEntries(request.headers), ...removed];
  return entries.length === 0
    ? []
    : ['    headers={', ...entries.map((entry) => `        ${entry}`), '    },'];
}

function bodyArgument({ headers, text }: SendableRequest): readonly string[] {
  if (text === null) return [];
  const json = jsonBody(headers, text);
  if (json !== null) return [`    json=${jsonLiteral(json, jsonSyntax, '    ')},`];
  return [`    data=${string(text)}.encode(),`];
}
