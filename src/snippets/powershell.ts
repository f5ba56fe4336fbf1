// Writes a request as PowerShell 7 or newer.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { hex, isHidden } from './shared/literals.ts';
import { headerValue } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library } from './shared/sendable-request.ts';

export const powershell = defineSnippet({ id: 'powershell', label: 'PowerShell', render });

const library: Library = {
  name: 'Invoke-RestMethod',
  target: 'strict',
  resolvesDots: true,
  sendsAsterisk: false,
  method: (method) => method.toUpperCase(),
  repeatsHeaders: false,
  headerBytes: 'none',
  refused: ['transfer-encoding'],
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'PATCH', 'MERGE']);

function render(captured: SnippetRequest): string {
  const { method, url, headers, text, notes } = sendableRequest(captured, library);
  const type = text === null ? undefined : headerValue(headers, 'content-type');
  const inTable = headers.filter(({ name }) => type === undefined || name.toLowerCase() !== 'content-type');
  const options = [
    `${METHODS.has(method) ? 'Method' : 'CustomMethod'} = ${string(method)}`,
    `Uri = ${string(url)}`,
    'Headers = $headers',
    ...(type === undefined ? [] : [`ContentType = ${string(type)}`]),
    ...(text === null ? [] : [`Body = [System.Text.Encoding]::UTF8.GetBytes(${string(text)})`]),
    'SkipHeaderValidation = $true',
    'SkipHttpErrorCheck = $true',
    "StatusCodeVariable = 'status'",
  ];
  return [
    ...noteLines(notes, '#'),
    ...table(
      '$headers',
      inTable.map(({ name, value }) => `${string(name)} = ${string(value)}`),
    ),
    ...table('$request', options),
    '$response = Invoke-RestMethod @request',
    '$status',
    '$response',
  ].join('\n');
}

function table(name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`${name} = @{}`] : [`${name} = @{`, ...lines.map((line) => `  ${line}`), '}'];
}

/** Writes a string. PowerShell also takes typographic quotes for quotes. */
function string(text: string): string {
  const chars = Array.from(text);
  if (!chars.some(isHidden)) return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
  return `"${chars.map(escapeChar).join('')}"`;
}

const NAMED: Readonly<Record<string, string>> = { '\n': '`n', '\r': '`r', '\t': '`t' };

function escapeChar(char: string): string {
  // Syntax highlighters take # after an escape for a comment.
  if (/["“”„`$#]/.test(char)) return `\`${char}`;
  if (!isHidden(char)) return char;
  const code = char.codePointAt(0)!;
  const named = NAMED[char];
  if (named !== undefined) return named;
  return code < 0x10000 ? `$([char]0x${hex(code, 4)})` : `$([char]::ConvertFromUtf32(0x${hex(code, 5)}))`;
}
