// Variables without quotes: `{{base}}/users` is a mapping for YAML, and a text for whoever writes it.

/** A key with a value, or an entry of a list, whose value begins with a variable. */
const VALUE = /^(\s*(?:-\s+)*(?:(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'#:{}[\]][^:#{}[\]]*):\s+)?)(\{\{.*)$/;
/** The head of a block of text, whose lines stay as they are. */
const BLOCK = /(?:^|[\s:-])[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;

/** Returns the text with quotes around values that begin with a variable; lines keep their numbers. */
export function withQuotedVariables(text: string): string {
  if (!/[:-]\s+\{\{/.test(text)) return text;
  let blockIndent = -1;
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/);
      if (indent < 0 || (blockIndent >= 0 && indent > blockIndent)) return line;
      blockIndent = BLOCK.test(line) ? indent : -1;
      const [, head, rest = ''] = VALUE.exec(line) ?? [];
      return head === undefined ? line : head + quoted(rest);
    })
    .join('\n');
}

/** A comment begins with a space and `#`. */
function quoted(rest: string): string {
  const [, value = '', comment = ''] = /^(.*?)(\s+#.*|\s*)$/.exec(rest) ?? [];
  return JSON.stringify(value) + comment;
}
