// Writes a request as Markdown: a heading, a table of all headers, and the body. Captured text is never interpreted as
// markup.
import { defineSnippet, type SnippetHeader, type SnippetRequest } from './contract.ts';
import { indentJson, isJsonContent } from './shared/json-body.ts';
import { isHidden } from './shared/literals.ts';
import { headerValue, readableText } from './shared/request-parts.ts';

export const markdown = defineSnippet({ id: 'markdown', label: 'Markdown', render });

function render(request: SnippetRequest): string {
  const { method, url, headers } = request;
  return [`## ${code(`${method} ${readableText(url)}`)}`, ...table(headers), ...body(request)].join('\n\n');
}

function table(headers: readonly SnippetHeader[]): readonly string[] {
  if (headers.length === 0) return [];
  const rows = headers.map(({ name, value }) => `| ${code(name)} | ${code(readableText(value))} |`);
  return [['| Header | Value |', '| --- | --- |', ...rows].join('\n')];
}

function body({ headers, body }: SnippetRequest): readonly string[] {
  if (body.type !== 'text') return [];
  const json = isJsonContent(headers) ? indentJson(body.text) : null;
  const text = json ?? body.text;
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${json === null ? language(headers) : 'json'}\n${text.replace(/\n$/, '')}\n${fence}`];
}

const LANGUAGES = ['json', 'xml', 'html', 'css', 'javascript', 'graphql', 'yaml'];

function language(headers: readonly SnippetHeader[]): string {
  const type = headerValue(headers, 'content-type')?.split(';')[0]?.toLowerCase() ?? '';
  return LANGUAGES.find((name) => name !== 'json' && type.endsWith(name)) ?? '';
}

/** Writes inline code. A bar would end a table cell even within backticks, so such text becomes HTML. */
function code(text: string): string {
  if (text === '') return '';
  const visible = Array.from(text, (char) => (isHidden(char) ? named(char) : char)).join('');
  if (visible.includes('|')) return `<code>${visible.replace(/[^\w \p{L}\p{N}/.,-]/gu, entity)}</code>`;
  const ticks = '`'.repeat(longestRun(visible) + 1);
  const edge = /^[` ]|[` ]$/.test(visible) ? ' ' : '';
  return ticks + edge + visible + edge + ticks;
}

/** Returns a visible name for an invisible character, such as U+0009 for a tab. */
function named(char: string): string {
  return `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

function entity(char: string): string {
  return `&#${char.codePointAt(0)!};`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
