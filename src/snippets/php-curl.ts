// Writes a request as PHP with its cURL extension.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { headerLines, explicitTarget } from './shared/libcurl.ts';
import { bracedEscape, byteLiteralBy, hex, isHidden, LINES } from './shared/literals.ts';
import { sendsBody } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library } from './shared/sendable-request.ts';

export const phpCurl = defineSnippet({ id: 'php-curl', label: 'PHP – cURL', render });

const library: Library = {
  name: 'cURL',
  target: 'exact',
  resolvesDots: false,
  sendsAsterisk: true,
  repeatsHeaders: true,
  headerBytes: 'any',
  refused: [],
};

const doubleQuoted = byteLiteralBy(
  {
    quote: '"',
    named: { ...LINES, $: '\\$' },
    numbered: (code) => (code < 0x80 ? `\\x${hex(code, 2)}` : bracedEscape(code)),
  },
  (byte) => `\\x${hex(byte, 2)}`,
);

function render(captured: SnippetRequest): string {
  const { method, url, headers, text, notes } = sendableRequest(captured, library);
  const target = explicitTarget(captured);
  const options = [
    `CURLOPT_URL => ${byteString(url)},`,
    // CURLOPT_NOBODY sets the method to HEAD, so it must precede CURLOPT_CUSTOMREQUEST.
    ...(method === 'HEAD' && !sendsBody(captured) ? ['CURLOPT_NOBODY => true,'] : []),
    `CURLOPT_CUSTOMREQUEST => ${byteString(method)},`,
    'CURLOPT_PATH_AS_IS => true,',
    ...(target === null ? [] : [`CURLOPT_REQUEST_TARGET => ${byteString(target)},`]),
    'CURLOPT_HTTPHEADER => [',
    ...headerLines(captured, headers, ['Accept']).map((line) => `    ${byteString(line)},`),
    '],',
    ...(sendsBody(captured) ? [`CURLOPT_POSTFIELDS => ${textString(text ?? '')},`] : []),
    'CURLOPT_RETURNTRANSFER => true,',
  ];
  return [
    '<?php',
    ...noteLines(notes, '//'),
    '$curl = curl_init();',
    'curl_setopt_array($curl, [',
    ...options.map((line) => `    ${line}`),
    ']);',
    '',
    '$response = curl_exec($curl);',
    'if ($response === false) {',
    '    exit(curl_error($curl));',
    '}',
    'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n", $response, "\\n";',
  ].join('\n');
}

function textString(text: string): string {
  return byteString(Buffer.from(text).toString('latin1'));
}

/** Prefers single quotes, within which only the quote and the backslash have a meaning. */
function byteString(bytes: string): string {
  const literal = doubleQuoted(bytes);
  if (/[^\x00-\x7f]/.test(bytes) || Array.from(bytes).some(isHidden)) return literal;
  return `'${bytes.replace(/[\\']/g, '\\$&')}'`;
}
