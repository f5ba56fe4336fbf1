// Writes a request as Kotlin with OkHttp 4 or newer.
import { defineSnippet, type SnippetHeader, type SnippetRequest } from './contract.ts';
import { LINES, literalBy, splitText, utf16Escape } from './shared/literals.ts';
import { isUnicode, okHttpRequest, type OkHttpRequest } from './shared/okhttp.ts';
import { readableText } from './shared/request-parts.ts';
import { noteLines } from './shared/sendable-request.ts';

export const kotlinOkhttp = defineSnippet({ id: 'kotlin-okhttp', label: 'Kotlin – OkHttp', render });

/** The maximum length of a literal: a class file cannot hold a constant of more than 65,535 bytes. */
const MAX_LITERAL_CHARS = 20_000;

const literal = literalBy({ quote: '"', named: { ...LINES, $: '\\$' }, numbered: utf16Escape });

function string(text: string): string {
  const pieces = splitText(text, MAX_LITERAL_CHARS).map(literal);
  return pieces.length === 1 ? pieces[0]! : `listOf(${pieces.join(', ')}).joinToString("")`;
}

function render(captured: SnippetRequest): string {
  const request = okHttpRequest(captured);
  return [
    ...noteLines(request.notes, '//'),
    ...imports(request),
    '',
    'fun main() {',
    '    val client = OkHttpClient()',
    '    val request = Request.Builder()',
    `        .url(${string(request.url)})`,
    ...headerCalls(request).map((line) => `        ${line}`),
    `        .method(${string(request.method)}, ${body(request)})`,
    '        .build()',
    '',
    '    client.newCall(request).execute().use { response ->',
    '        println(response.code)',
    '        println(response.body?.string())',
    '    }',
    '}',
  ].join('\n');
}

function imports({ text, mediaType, hasUnicodeHeaders }: OkHttpRequest): readonly string[] {
  return [
    ...(hasUnicodeHeaders ? ['Headers'] : []),
    ...(mediaType === null ? [] : ['MediaType.Companion.toMediaType']),
    'OkHttpClient',
    'Request',
    ...(text === null ? [] : ['RequestBody.Companion.toRequestBody']),
  ].map((name) => `import okhttp3.${name}`);
}

function headerCalls({ headers, hasUnicodeHeaders }: OkHttpRequest): readonly string[] {
  const call = (name: string, { name: field, value }: SnippetHeader): string =>
    `.${name}(${string(field)}, ${string(readableText(value))})`;
  if (!hasUnicodeHeaders) return headers.map((header) => call('addHeader', header));
  return [
    '.headers(Headers.Builder()',
    ...headers.map((header) => `    ${call(isUnicode(header) ? 'addUnsafeNonAscii' : 'add', header)}`),
    '    .build())',
  ];
}

/** Writes the body as bytes, because OkHttp would add a charset to the type of a text. */
function body({ text, mediaType }: OkHttpRequest): string {
  if (text === null) return 'null';
  const type = mediaType === null ? '' : `${string(mediaType)}.toMediaType()`;
  return `${string(text)}.toByteArray().toRequestBody(${type})`;
}
