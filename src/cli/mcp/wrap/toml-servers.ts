// The servers in a file of TOML, each a table of its own: `[mcp_servers.NAME]` with `command` and `args`. Servers that
// are written in another way are left as they are.
import { UserError } from '../../../base/errors.ts';
import type { ConfiguredServer, Written } from './contract.ts';

interface Line {
  readonly text: string;
  readonly start: number;
}

interface Table {
  readonly name: string;
  readonly lines: readonly Line[];
}

/** Returns the servers under a key. Throws a UserError for a list that does not end. */
export function tomlServers(text: string, key: string): readonly ConfiguredServer[] {
  return tablesOf(text, key).map((table) => serverOf(text, table));
}

const LIST_HEADER = /^\s*\[\[[^[\]]+\]\]/;
const HEADER = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/;

function tablesOf(text: string, key: string): readonly Table[] {
  const tables: { name: string; lines: Line[] }[] = [];
  let current: Line[] | null = null;
  for (const line of linesOf(text)) {
    if (LIST_HEADER.test(line.text)) current = null;
    const header = HEADER.exec(line.text)?.[1]?.trim();
    // A list that goes on may have a line such as `["x"],`, which is no header: its brackets are followed by a comma.
    if (header === undefined) {
      current?.push(line);
      continue;
    }
    const name = nameIn(header, key);
    current = name === null ? null : [];
    if (name !== null && current !== null) tables.push({ name, lines: current });
  }
  return tables;
}

/** Returns NAME of `key.NAME`, which may be in quotation marks; null for another table. */
function nameIn(header: string, key: string): string | null {
  const [, bare, quoted, literal] =
    new RegExp(String.raw`^${key}\s*\.\s*(?:([\w-]+)|"((?:[^"\\]|\\.)*)"|'([^']*)')$`).exec(header) ?? [];
  return bare ?? quoted ?? literal ?? null;
}

function serverOf(text: string, { name, lines }: Table): ConfiguredServer {
  const urlAt = valueAt(lines, 'url');
  const url = urlAt === null ? null : stringAt(text, urlAt);
  const commandAt = valueAt(lines, 'command');
  if (commandAt === null)
    return url === null ? { type: 'unknown', name } : { type: 'url', name, url: url.value };
  const command = stringAt(text, commandAt);
  if (command === null) return { type: 'unknown', name };
  const argsAt = valueAt(lines, 'args');
  const list = argsAt === null ? null : listAt(text, argsAt);
  if (argsAt !== null && list === null) return { type: 'unknown', name };
  return {
    type: 'stdio',
    name,
    command: command.value,
    args: list?.items.map(({ value }) => value) ?? [],
    writtenCommand: command,
    writtenArgs: list,
    newArgs: (written) => `\nargs = ${written}`,
  };
}

/** Returns the offset of the value of a key; null when the table does not have it. */
function valueAt(lines: readonly Line[], key: string): number | null {
  for (const { text, start } of lines) {
    const [before] = new RegExp(String.raw`^\s*(?:${key}|"${key}")\s*=\s*`).exec(text) ?? [];
    if (before !== undefined) return start + before.length;
  }
  return null;
}

interface Text extends Written {
  readonly value: string;
}

const STRING = /"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y;

function stringAt(text: string, at: number): Text | null {
  STRING.lastIndex = at;
  const found = STRING.exec(text);
  if (found === null || text.startsWith('"""', at) || text.startsWith("'''", at)) return null;
  const [whole, basic, literal] = found;
  const value = basic === undefined ? (literal ?? '') : unescaped(basic);
  return value === null ? null : { value, start: at, end: at + whole.length };
}

/** The escapes of TOML that JSON has too; null for others. */
function unescaped(basic: string): string | null {
  try {
    return JSON.parse(`"${basic.replaceAll('\t', String.raw`\t`)}"`) as string;
  } catch {
    return null;
  }
}

const BETWEEN = /(?:\s|,|#[^\n]*)*/y;

/** Returns a list of strings; null for a list of something else. */
function listAt(text: string, start: number): (Written & { readonly items: readonly Text[] }) | null {
  if (text[start] !== '[') return null;
  const items: Text[] = [];
  for (let at = start + 1; ;) {
    BETWEEN.lastIndex = at;
    at += BETWEEN.exec(text)?.[0].length ?? 0;
    if (at >= text.length) throw new UserError('INVALID_FILE', 'a list of arguments does not end');
    if (text[at] === ']') return { items, start, end: at + 1 };
    const item = stringAt(text, at);
    if (item === null) return null;
    items.push(item);
    at = item.end;
  }
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { text: line, start };
    start += line.length + 1;
    return found;
  });
}
