// Converts Markdown to HTML: the parts of CommonMark that API descriptions use, and tables of GFM. Everything else is
// text, also HTML except for line breaks. Images become links, because nothing may be fetched.
import { escapeHtml } from '../../../base/escape-html.ts';

/** The maximum length of a text; the rest is omitted. */
const MAX_CHARS = 100_000;
/** The maximum length of a line that is parsed. */
const MAX_LINE_CHARS = 5000;
/** The maximum nesting of quotes and lists. */
const MAX_DEPTH = 8;

export function renderMarkdown(text: string): string {
  const lines = text.slice(0, MAX_CHARS).replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n');
  return blocks(lines, 0);
}

function blocks(lines: readonly string[], depth: number): string {
  const out: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const block = blockAt(lines, index, depth);
    if (block.html !== '') out.push(block.html);
    index = block.next;
  }
  return out.join('\n');
}

interface Block {
  readonly html: string;
  /** The index of the first line after the block. */
  readonly next: number;
}

function blockAt(lines: readonly string[], index: number, depth: number): Block {
  const line = lines[index]!;
  if (line.trim() === '') return { html: '', next: index + 1 };
  if (line.length > MAX_LINE_CHARS) return paragraph(lines, index);
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) return codeBlock(lines, index, fence);
  const heading = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(line);
  // A bold paragraph, because headings would interfere with those of the page.
  if (heading !== null)
    return { html: `<p><strong>${inline(heading[2] ?? '')}</strong></p>`, next: index + 1 };
  if (RULE.test(line)) return { html: '<hr>', next: index + 1 };
  if (depth < MAX_DEPTH && QUOTE.test(line)) return quote(lines, index, depth);
  if (depth < MAX_DEPTH && ITEM.test(line)) return list(lines, index, depth);
  if (line.includes('|') && isDelimiter(lines[index + 1] ?? '')) return tableBlock(lines, index);
  return paragraph(lines, index);
}

const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)]) +(?=\S)/;
const DELIMITER = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/;

function isDelimiter(line: string): boolean {
  return line.length <= MAX_LINE_CHARS && DELIMITER.test(line);
}

function codeBlock(lines: readonly string[], index: number, fence: string): Block {
  const closing = lines.findIndex(
    (line, at) =>
      at > index && line.trim().startsWith(fence) && line.trim() === fence[0]!.repeat(line.trim().length),
  );
  const end = closing < 0 ? lines.length : closing;
  const code = lines.slice(index + 1, end).join('\n');
  return { html: `<pre><code>${escapeHtml(code)}</code></pre>`, next: end + 1 };
}

function quote(lines: readonly string[], index: number, depth: number): Block {
  const next = indexAfter(lines, index, (line) => QUOTE.test(line));
  const inner = lines.slice(index, next).map((line) => line.replace(QUOTE, ''));
  return { html: `<blockquote>${blocks(inner, depth + 1)}</blockquote>`, next };
}

/** Parses a list. An item continues while lines are indented like its text. */
function list(lines: readonly string[], index: number, depth: number): Block {
  const isOrdered = /^\s*\d/.test(lines[index]!);
  const items: string[] = [];
  let next = index;
  for (;;) {
    const mark = ITEM.exec(lines[next] ?? '');
    if (mark === null || /\d/.test(mark[2]!) !== isOrdered) break;
    const width = mark[0].length;
    const end = indexAfter(
      lines,
      next + 1,
      (line) => line.trim() === '' || line.startsWith(' '.repeat(Math.min(width, 2))),
    );
    const inner = [
      lines[next]!.slice(width),
      ...lines.slice(next + 1, end).map((line) => unindented(line, width)),
    ];
    items.push(`<li>${withoutParagraph(blocks(inner, depth + 1))}</li>`);
    next = end;
  }
  const tag = isOrdered ? 'ol' : 'ul';
  return { html: `<${tag}>${items.join('')}</${tag}>`, next };
}

function unindented(line: string, width: number): string {
  const indent = line.length - line.trimStart().length;
  return line.slice(Math.min(indent, width));
}

function withoutParagraph(html: string): string {
  const [, only] = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html) ?? [];
  return only ?? html;
}

function tableBlock(lines: readonly string[], index: number): Block {
  const next = indexAfter(lines, index + 2, (line) => line.trim() !== '' && line.includes('|'));
  const row = (line: string, tag: string): string =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${inline(cell)}</${tag}>`)
      .join('')}</tr>`;
  const body = lines
    .slice(index + 2, next)
    .map((line) => row(line, 'td'))
    .join('');
  return { html: `<table><thead>${row(lines[index]!, 'th')}</thead><tbody>${body}</tbody></table>`, next };
}

function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function paragraph(lines: readonly string[], index: number): Block {
  const next = indexAfter(
    lines,
    index + 1,
    (line) => line.trim() !== '' && !/^ {0,3}(?:`{3,}|~{3,}|#{1,6}\s|>)/.test(line) && !ITEM.test(line),
  );
  return {
    html: `<p>${inline(
      lines
        .slice(index, next)
        .map((line) => line.trim())
        .join('\n'),
    )}</p>`,
    next,
  };
}

/** Returns the index of the first line from `start` for which `goesOn` is false. */
function indexAfter(lines: readonly string[], start: number, goesOn: (line: string) => boolean): number {
  let index = start;
  while (index < lines.length && goesOn(lines[index]!)) index += 1;
  return index;
}

/** Matches inline elements, code first. Each alternative is bounded, so that no text takes long. */
const SPAN =
  /`([^`\n]{1,2000})`|!?\[([^[\]\n]{0,1000})\]\(\s{0,3}<?([^\s()<>]{1,2000})>?(?:\s{1,3}"[^"\n]{0,500}")?\s{0,3}\)|<(https?:\/\/[^\s<>]{1,2000})>|\*\*([^*\n]{1,2000})\*\*|__([^_\n]{1,2000})__|(?<![\w*])\*([^*\s][^*\n]{0,2000})\*|(?<![\w_])_([^_\s][^_\n]{0,2000})_(?!\w)|\\([\\`*_{}[\]()#+\-.!|<>])/g;

function inline(text: string, depth = 0): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    html += plain(text.slice(end, match.index)) + span(match, depth);
    end = match.index + match[0].length;
  }
  return html + plain(text.slice(end));
}

function span(match: RegExpExecArray, depth: number): string {
  const [whole, code, label, target, address, strong, strong2, soft, soft2, char] = match;
  if (code !== undefined) return `<code>${escapeHtml(code)}</code>`;
  if (target !== undefined) return link(target, label ?? '', whole, depth);
  if (address !== undefined) return link(address, address, whole, MAX_DEPTH);
  if (char !== undefined) return escapeHtml(char);
  const inner = strong ?? strong2;
  const tag = inner === undefined ? 'em' : 'strong';
  return `<${tag}>${nested(inner ?? soft ?? soft2 ?? '', depth)}</${tag}>`;
}

function nested(text: string, depth: number): string {
  return depth < MAX_DEPTH ? inline(text, depth + 1) : plain(text);
}

/** Writes a link; targets other than web and mail addresses stay text. */
function link(target: string, label: string, whole: string, depth: number): string {
  if (!/^(?:https?:\/\/|mailto:)/i.test(target)) return plain(whole);
  return `<a href="${escapeHtml(target)}" rel="noreferrer">${nested(label || target, depth)}</a>`;
}

function plain(text: string): string {
  return escapeHtml(text)
    .replaceAll('\\\n', '<br>\n')
    .replace(/&lt;br ?\/?&gt;/g, '<br>');
}
