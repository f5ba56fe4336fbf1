// Writes a request as a Node.js module with Axios.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { jsonBody, jsonLiteral } from './shared/json-body.ts';
import { byteString, headerEntries, jsonSyntax, string } from './shared/js-syntax.ts';
import { unwanted } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';

export const nodeAxios = defineSnippet({ id: 'node-axios', label: 'NodeJS – Axios', render });

const library: Library = {
  name: 'Axios',
  target: 'standard',
  resolvesDots: true,
  sendsAsterisk: false,
  method: (method) => method.toUpperCase(),
  repeatsHeaders: false,
  headerBytes: 'any',
  rewrites: (target) => target.replace(/\?$/, ''),
  refused: ['__proto__', 'constructor', 'transfer-encoding'],
};

function render(captured: SnippetRequest): string {
  const request = sendableRequest(captured, library);
  return [
    ...noteLines(request.notes, '//'),
    "import axios from 'axios';",
    '',
    'const response = await axios.request({',
    `  method: ${string(request.method)},`,
    `  url: ${byteString(request.url)},`,
    '  headers: {',
    ...headerEntries(request.headers).map((entry) => `    ${entry}`),
    ...unwantedHeaders(request).map((name) => `    ${string(name)}: false,`),
    '  },',
    ...dataOptions(request),
    '  validateStatus: () => true,',
    '});',
    '',
    'console.log(response.status);',
    'console.log(response.data);',
  ].join('\n');
}

/** Returns the headers that Axios adds by default. */
function unwantedHeaders(request: SendableRequest): readonly string[] {
  const hasNoBody = ['GET', 'HEAD'].includes(request.method);
  return unwanted(request, ['Accept', 'User-Agent', ...(hasNoBody ? [] : ['Content-Type'])]);
}

function dataOptions({ headers, text }: SendableRequest): readonly string[] {
  if (text === null) return [];
  const json = jsonBody(headers, text);
  if (json !== null) return [`  data: ${jsonLiteral(json, jsonSyntax, '  ')},`];
  // By default Axios trims or quotes a text whose type is JSON.
  return [`  data: ${string(text)},`, '  transformRequest: (data) => data,'];
}
