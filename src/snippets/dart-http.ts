// Writes a request as Dart with package:http.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { bracedEscape, LINES, literalBy } from './shared/literals.ts';
import { noteLines, sendableRequest, type Library } from './shared/sendable-request.ts';

export const dartHttp = defineSnippet({ id: 'dart-http', label: 'Dart – http', render });

const library: Library = {
  name: 'package:http',
  target: 'strict',
  resolvesDots: true,
  sendsAsterisk: false,
  method: (method) => method.toUpperCase(),
  repeatsHeaders: false,
  headerBytes: 'none',
  refused: ['transfer-encoding'],
};

const string = literalBy({ quote: "'", named: { ...LINES, $: '\\$' }, numbered: bracedEscape });

function render(captured: SnippetRequest): string {
  const { method, url, headers, text, notes } = sendableRequest(captured, library);
  return [
    ...noteLines(notes, '//'),
    ...(text === null ? [] : ["import 'dart:convert';"]),
    "import 'package:http/http.dart' as http;",
    '',
    'Future<void> main() async {',
    `  final request = http.Request(${string(method)}, Uri.parse(${string(url)}));`,
    ...headers.map(({ name, value }) => `  request.headers[${string(name)}] = ${string(value)};`),
    ...(text === null ? [] : [`  request.bodyBytes = utf8.encode(${string(text)});`]),
    '',
    '  final response = await http.Response.fromStream(await request.send());',
    '  print(response.statusCode);',
    '  print(response.body);',
    '}',
  ].join('\n');
}
