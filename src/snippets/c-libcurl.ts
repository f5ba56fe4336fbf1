// Writes a request as a C program with libcurl.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { headerLines, explicitTarget } from './shared/libcurl.ts';
import { byteLiteralBy, LINES, type Quoting } from './shared/literals.ts';
import { sendsBody } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library } from './shared/sendable-request.ts';

export const cLibcurl = defineSnippet({ id: 'c-libcurl', label: 'C – libcurl', render });

const library: Library = {
  name: 'libcurl',
  target: 'exact',
  resolvesDots: false,
  sendsAsterisk: true,
  repeatsHeaders: true,
  headerBytes: 'any',
  refused: [],
};

/** Uses three octal digits, which end by themselves; `\x` would include digits that follow. */
const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
const quoting: Quoting = {
  quote: '"',
  // Two question marks and a third character may form a trigraph.
  named: { ...LINES, '?': '\\?' },
  numbered: (code) => Array.from(Buffer.from(String.fromCodePoint(code)), octal).join(''),
};
const escaped = byteLiteralBy(quoting, octal);
const byteString = (bytes: string): string => escaped(bytes).replace(/(?<!\?)\\\?/g, '?');
const string = (text: string): string => byteString(Buffer.from(text).toString('latin1'));

function render(captured: SnippetRequest): string {
  const { method, url, headers, text, notes } = sendableRequest(captured, library);
  const target = explicitTarget(captured);
  const lines = headerLines(captured, headers, ['Accept']);
  const options = [
    `CURLOPT_URL, ${byteString(url)}`,
    ...(method === 'HEAD' && !sendsBody(captured) ? ['CURLOPT_NOBODY, 1L'] : []),
    `CURLOPT_CUSTOMREQUEST, ${string(method)}`,
    'CURLOPT_PATH_AS_IS, 1L',
    ...(target === null ? [] : [`CURLOPT_REQUEST_TARGET, ${byteString(target)}`]),
    'CURLOPT_HTTPHEADER, headers',
    ...(sendsBody(captured) ? [`CURLOPT_POSTFIELDS, ${string(text ?? '')}`] : []),
  ];
  return [
    ...noteLines(notes, '//'),
    ...opening,
    ...lines.map((line) => `  headers = curl_slist_append(headers, ${byteString(line)});`),
    '',
    ...options.map((option) => `  curl_easy_setopt(curl, ${option});`),
    ...ending,
  ].join('\n');
}

const opening = [
  '#include <stdio.h>',
  '#include <curl/curl.h>',
  '',
  'int main(void) {',
  '  CURL *curl = curl_easy_init();',
  '  struct curl_slist *headers = NULL;',
];

const ending = [
  '',
  '  CURLcode result = curl_easy_perform(curl);',
  '  if (result == CURLE_OK) {',
  '    long status = 0;',
  '    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);',
  '    printf("\\n%ld\\n", status);',
  '  } else {',
  '    fprintf(stderr, "%s\\n", curl_easy_strerror(result));',
  '  }',
  '  curl_slist_free_all(headers);',
  '  curl_easy_cleanup(curl);',
  '  return (int)result;',
  '}',
];
