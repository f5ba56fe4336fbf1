// Parts of Markdown. Names and values of a collection are escaped, so that they stay text.

const MAX_LEVEL = 6;

/** Returns a heading, with an anchor that does not depend on its text. */
export function heading(level: number, text: string, anchor?: string): string {
  const mark = anchor === undefined ? '' : `<a id="${anchor}"></a>\n\n`;
  return `${mark}${'#'.repeat(Math.min(level, MAX_LEVEL))} ${inline(text)}`;
}

/** Returns text for one line, with all markup escaped. */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#~!&]/g, String.raw`\$&`);
}

/** Returns text in a code fence that is longer than any fence in the text. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Returns a table; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map((cells) => line(cells.map(inline)))].join(
    '\n',
  );
}
