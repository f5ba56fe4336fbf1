// Escapes text of strangers for Markdown.

/** Returns one line that contains no Markdown, HTML or separator of cells. */
export function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]()#+!|<>&~]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Returns inline code. The fence is longer than any run of backticks inside; a bar would end the cell of a table. */
export function markdownCode(text: string): string {
  const plain = oneLine(text).replaceAll('|', '¦');
  if (plain === '') return '–';
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

function oneLine(value: string): string {
  return value.replace(/\p{Cc}|\p{Zl}|\p{Zp}|[\u202a-\u202e\u2066-\u2069]/gu, ' ').slice(0, 600);
}
