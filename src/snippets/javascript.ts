// Writes a request as JavaScript that runs in a browser console, as a module, or in Node.js.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { jsonBody, jsonLiteral } from './shared/json-body.ts';
import { byteString, headerEntries, jsonSyntax, string } from './shared/js-syntax.ts';
import { hasHeader } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';

export const javascript = defineSnippet({ id: 'javascript', label: 'JavaScript', render });

const library: Library = {
  name: 'fetch',
  target: 'standard',
  resolvesDots: true,
  sendsAsterisk: false,
  method: (method) =>
    /^(?:delete|get|head|options|patch|post|put)$/i.test(method) ? method.toUpperCase() : method,
  repeatsHeaders: false,
  headerBytes: 'any',
  // Browsers also drop the headers that a page must not set, without an error.
  refused: ['__proto__', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'],
  bodyless: ['GET', 'HEAD'],
};

function render(captured: SnippetRequest): string {
  const request = sendableRequest(captured, library);
  const options = [...methodOption(request), ...headersOption(request), ...bodyOption(request)];
  const argument = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line}\n`).join('')}}`;
  return [
    ...noteLines(request.notes, '//'),
    `const response = await fetch(${byteString(request.url)}${argument});`,
    '',
    'console.log(response.status);',
    'console.log(await response.text());',
  ].join('\n');
}

function methodOption({ method }: SendableRequest): readonly string[] {
  return method === 'GET' ? [] : [`method: ${string(method)},`];
}

function headersOption({ headers }: SendableRequest): readonly string[] {
  if (headers.length === 0) return [];
  return ['headers: {', ...headerEntries(headers).map((entry) => `  ${entry}`), '},'];
}

function bodyOption({ headers, text }: SendableRequest): readonly string[] {
  if (text === null) return [];
  const json = jsonBody(headers, text);
  if (json !== null) return [`body: JSON.stringify(${jsonLiteral(json, jsonSyntax, '  ')}),`];
  // For a text without a Content-Type, fetch would add one.
  const isTyped = hasHeader(headers, 'content-type');
  return [`body: ${isTyped ? string(text) : `new TextEncoder().encode(${string(text)})`},`];
}
