// The servers in a file of TOML, each a table of its own, `[mcp_servers.NAME]` with `command` and `args`, or on a line
// `NAME = { command = …, args = … }`. Servers that are written in another way are left as they are.
import type { ConfiguredServer } from './contract.ts';
import { inlineValues } from './toml-inline.ts';
import { listAt, stringAt } from './toml-values.ts';

interface Line {
  readonly text: string;
  readonly start: number;
}

interface Table {
  readonly name: string;
  readonly lines: readonly Line[];
}

/** Returns the servers under a key. Throws a UserError for a list or a table that does not end. */
export function tomlServers(text: string, key: string): readonly ConfiguredServer[] {
  const ofTables = tablesOf(text, key).map(({ name, lines }) =>
    serverOf(text, name, { valueAt: (each) => valueAt(lines, each), newArgs: (list) => `\nargs = ${list}` }),
  );
  const ofLines = inlineTables(text, key).map(({ name, start }) => {
    const values = inlineValues(text, start);
    return serverOf(text, name, {
      valueAt: (each) => values.get(each) ?? null,
      newArgs: (list) => `, args = ${list}`,
    });
  });
  return [...ofTables, ...ofLines];
}

/** Returns names and offsets of tables on lines: in the table of the key, or before all tables with the key itself. */
function inlineTables(
  text: string,
  key: string,
): readonly { readonly name: string; readonly start: number }[] {
  let table = '';
  return linesOf(text).flatMap(({ text: line, start }) => {
    const header = LIST_HEADER.test(line) ? '[]' : HEADER.exec(line)?.[1]?.trim();
    if (header !== undefined) table = header;
    const [before, path = ''] = /^\s*([^=#]+?)\s*=\s*(?=\{)/.exec(line) ?? [];
    const name = before === undefined ? null : nameIn(table === '' ? path : `${table}.${path}`, key);
    return name === null || before === undefined ? [] : [{ name, start: start + before.length }];
  });
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

interface Entry {
  /** Returns the offset of the value of a key; null without it. */
  readonly valueAt: (key: string) => number | null;
  readonly newArgs: (list: string) => string;
}

function serverOf(text: string, name: string, { valueAt: at, newArgs }: Entry): ConfiguredServer {
  const urlAt = at('url');
  const url = urlAt === null ? null : stringAt(text, urlAt);
  const commandAt = at('command');
  if (commandAt === null)
    return url === null ? { type: 'unknown', name } : { type: 'url', name, url: url.value };
  const command = stringAt(text, commandAt);
  if (command === null) return { type: 'unknown', name };
  const argsAt = at('args');
  const list = argsAt === null ? null : listAt(text, argsAt);
  if (argsAt !== null && list === null) return { type: 'unknown', name };
  return {
    type: 'stdio',
    name,
    command: command.value,
    args: list?.items.map(({ value }) => value) ?? [],
    writtenCommand: command,
    writtenArgs: list,
    newArgs,
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

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { text: line, start };
    start += line.length + 1;
    return found;
  });
}
