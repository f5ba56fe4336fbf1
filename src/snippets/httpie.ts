// Writes a request as an HTTPie command, with the body piped into it.
import { defineSnippet, type SnippetHeader, type SnippetRequest } from './contract.ts';
import { hasDotSegments, unwanted, upperHex, urlParts, withoutPlainEscapes } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';
import { byteWord, isPlainWord, shellWord } from './shared/shell-words.ts';

export const httpie = defineSnippet({ id: 'httpie', label: 'HTTPie', render });

const library: Library = {
  name: 'HTTPie',
  target: 'strict',
  rewrites: rewriteTarget,
  resolvesDots: false,
  sendsAsterisk: false,
  repeatsHeaders: true,
  headerBytes: 'utf8',
  refused: ['transfer-encoding'],
};

function render(captured: SnippetRequest): string {
  const { method, body } = captured;
  // HTTPie takes a method with characters other than letters for a URL.
  const defaults = body.type === 'text' ? 'POST' : 'GET';
  const asSent = /^[a-z]+$/i.test(method) ? method.toUpperCase() : defaults;
  const request = sendableRequest(captured, { ...library, method: () => asSent });
  const options = [
    ...(request.text === null ? ['--ignore-stdin'] : []),
    ...(needsPathAsIs(request.url) ? ['--path-as-is'] : []),
  ];
  const items = [...request.headers.map(headerItem), ...unwantedItems(request)].map(byteWord);
  const command = ['http', ...options, request.method, byteWord(request.url)].join(' ');
  const words = items.some((item) => item.startsWith("'-")) ? ['--', ...items] : items;
  return [
    ...noteLines([...request.notes, ...backslashNotes(request.headers)], '#'),
    pipeBody(request.text) + [command, ...words].join(' \\\n  '),
  ].join('\n');
}

/** Escapes a leading = or @, which has a meaning. */
function headerItem({ name, value }: SnippetHeader): string {
  return value === '' ? `${name};` : `${name}:${value.replace(/^[=@]/, '\\$&')}`;
}

/** Notes the headers in which HTTPie removes a backslash before one of these characters, which cannot be avoided. */
function backslashNotes(headers: readonly SnippetHeader[]): readonly string[] {
  const lost = headers.filter(({ value }) => /^(?:[^\\]|\\[^:;=@])*\\[:;=@]/s.test(value));
  return lost.map(({ name }) => `HTTPie takes backslashes out of the value of ${name}.`);
}

function needsPathAsIs(url: string): boolean {
  const { path } = urlParts(url);
  return hasDotSegments(url) || withoutPlainEscapes(path) !== path;
}

function rewriteTarget(target: string): string {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  const sent = path + (query === '?' ? '' : withoutPlainEscapes(query));
  return upperHex(sent);
}

/** Returns items that remove the headers which HTTPie adds by default. */
function unwantedItems(request: SendableRequest): readonly string[] {
  const defaults = ['User-Agent', 'Accept', ...(request.text === null ? [] : ['Content-Type'])];
  return unwanted(request, defaults).map((name) => `${name}:`);
}

/**
 * Pipes the body. Some shells have an echo that interprets backslashes, and all take a leading dash for an option.
 */
function pipeBody(text: string | null): string {
  if (text === null) return '';
  const isPlain = !text.startsWith('-') && !text.includes('\\') && isPlainWord(text);
  return `${isPlain ? 'echo -n' : 'printf %s'} ${shellWord(text)} | `;
}
