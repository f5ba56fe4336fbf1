// Writes a request as Java with OkHttp 3.13 or newer.
import { defineSnippet, type SnippetHeader, type SnippetRequest } from './contract.ts';
import { LINES, literalBy, splitText, utf16Escape } from './shared/literals.ts';
import { isUnicode, okHttpRequest, type OkHttpRequest } from './shared/okhttp.ts';
import { readableText } from './shared/request-parts.ts';
import { noteLines } from './shared/sendable-request.ts';

export const javaOkhttp = defineSnippet({ id: 'java-okhttp', label: 'Java – OkHttp', render });

/** The maximum length of a literal: a class file cannot hold a constant of more than 65,535 bytes. */
const MAX_LITERAL_CHARS = 20_000;

const literal = literalBy({ quote: '"', named: LINES, numbered: utf16Escape });

function string(text: string): string {
  const pieces = splitText(text, MAX_LITERAL_CHARS).map(literal);
  return pieces.length === 1 ? pieces[0]! : `String.join("", ${pieces.join(', ')})`;
}

function render(captured: SnippetRequest): string {
  const request = okHttpRequest(captured);
  const { method, url, text, notes } = request;
  return [
    ...noteLines(notes, '//'),
    ...(text === null ? [] : ['import java.nio.charset.StandardCharsets;']),
    'import okhttp3.*;',
    '',
    'public class Main {',
    '    public static void main(String[] args) throws Exception {',
    '        OkHttpClient client = new OkHttpClient();',
    '        Request request = new Request.Builder()',
    `            .url(${string(url)})`,
    ...headerCalls(request).map((line) => `            ${line}`),
    `            .method(${string(method)}, ${body(request)})`,
    '            .build();',
    '',
    '        try (Response response = client.newCall(request).execute()) {',
    '            System.out.println(response.code());',
    '            System.out.println(response.body().string());',
    '        }',
    '    }',
    '}',
  ].join('\n');
}

function headerCalls({ headers, hasUnicodeHeaders }: OkHttpRequest): readonly string[] {
  const call = (name: string, { name: field, value }: SnippetHeader): string =>
    `.${name}(${string(field)}, ${string(readableText(value))})`;
  if (!hasUnicodeHeaders) return headers.map((header) => call('addHeader', header));
  return [
    '.headers(new Headers.Builder()',
    ...headers.map((header) => `    ${call(isUnicode(header) ? 'addUnsafeNonAscii' : 'add', header)}`),
    '    .build())',
  ];
}

function body({ text, mediaType }: OkHttpRequest): string {
  if (text === null) return 'null';
  const type = mediaType === null ? 'null' : `MediaType.parse(${string(mediaType)})`;
  return `RequestBody.create(${type}, ${string(text)}.getBytes(StandardCharsets.UTF_8))`;
}
