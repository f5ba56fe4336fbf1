// The version that a description gives itself, from its text: parsing one of several megabytes for it would take long.

/** Characters in which `info` is looked for. */
const MAX_CHARS = 50_000;

/** Returns the version in `info`; empty without one. */
export function infoVersion(text: string): string {
  const head = text.slice(0, MAX_CHARS);
  const start = /(?:^|\{|,)[ \t]*["']?info["']?\s*:/m.exec(head);
  if (start === null) return '';
  const after = head.slice(start.index + start[0].length);
  // In YAML the fields are indented, in JSON in braces.
  const yaml = /^((?:[ \t].*|[ \t]*#.*|[ \t]*)\r?\n)*/.exec(after.replace(/^[^\n{]*\n/, ''))?.[0] ?? '';
  const block = after.trimStart().startsWith('{') ? after.slice(0, after.indexOf('}') + 1) : yaml;
  return /(?:^|[{,\s])["']?version["']?\s*:\s*["']?([^"',}#\r\n]+)/.exec(block)?.[1]?.trim() ?? '';
}
