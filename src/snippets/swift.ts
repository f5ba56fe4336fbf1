// Writes a request as Swift with URLSession, as a script or for an async function.
import { defineSnippet, type SnippetHeader, type SnippetRequest } from './contract.ts';
import { bracedEscape, LINES, literalBy } from './shared/literals.ts';
import { readableText } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library } from './shared/sendable-request.ts';

export const swift = defineSnippet({ id: 'swift', label: 'Swift', render });

const library: Library = {
  name: 'URLSession',
  target: 'strict',
  resolvesDots: false,
  sendsAsterisk: false,
  method: (method) =>
    /^(?:delete|get|head|options|post|put|trace)$/i.test(method) ? method.toUpperCase() : method,
  repeatsHeaders: false,
  headerBytes: 'utf8',
  refused: ['transfer-encoding'],
  bodyless: ['GET', 'HEAD'],
};

const string = literalBy({ quote: '"', named: LINES, numbered: bracedEscape });

function render(captured: SnippetRequest): string {
  const { method, url, headers, text, notes } = sendableRequest(captured, library);
  return [
    ...noteLines(notes, '//'),
    'import Foundation',
    '#if canImport(FoundationNetworking)',
    'import FoundationNetworking',
    '#endif',
    '',
    `var request = URLRequest(url: URL(string: ${string(url)})!)`,
    `request.httpMethod = ${string(method)}`,
    ...headers.map(headerLine),
    ...(text === null ? [] : [`request.httpBody = Data(${string(text)}.utf8)`]),
    '',
    'let (data, response) = try await URLSession.shared.data(for: request)',
    'print((response as! HTTPURLResponse).statusCode)',
    'print(String(decoding: data, as: UTF8.self))',
  ].join('\n');
}

function headerLine({ name, value }: SnippetHeader): string {
  return `request.setValue(${string(readableText(value))}, forHTTPHeaderField: ${string(name)})`;
}
