// The servers of an assistant's file, as far as wrapping needs them: the command of each, and its offsets there.

/** Text that takes the position of another one. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The offsets of a value: of its first character, and of the one behind its last. */
export interface Written {
  readonly start: number;
  readonly end: number;
}

export interface StdioServer {
  readonly type: 'stdio';
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly writtenCommand: Written;
  /** The list of arguments with its items; null where it has none. */
  readonly writtenArgs: (Written & { readonly items: readonly Written[] }) | null;
  /** Returns what is written behind the command for a list of arguments. */
  readonly newArgs: (list: string) => string;
}

export type ConfiguredServer =
  | StdioServer
  | { readonly type: 'url'; readonly name: string; readonly url: string }
  /** One whose entry is written in a way that is not known. */
  | { readonly type: 'unknown'; readonly name: string };

/** Returns the edits by which a server gets another command, with arguments before its own. */
export function prepended(
  { writtenCommand, writtenArgs, newArgs }: StdioServer,
  command: string,
  args: readonly string[],
  text: string,
): readonly Edit[] {
  const list = args.map((arg) => JSON.stringify(arg)).join(', ');
  const own = { ...writtenCommand, text: JSON.stringify(command) };
  if (writtenArgs === null) {
    const { end } = writtenCommand;
    return [own, { start: end, end, text: newArgs(`[${list}]`) }];
  }
  const start = writtenArgs.start + 1;
  const isSpaced = /\s/.test(text[start] ?? '');
  const comma = writtenArgs.items.length === 0 ? '' : isSpaced ? ',' : ', ';
  return [own, { start, end: start, text: list + comma }];
}

/** Returns the edits by which a server gets another command, and loses its first `count` arguments. */
export function shortened(
  { writtenCommand, writtenArgs }: StdioServer,
  command: string,
  count: number,
  text: string,
): readonly Edit[] {
  const own = { ...writtenCommand, text: JSON.stringify(command) };
  const last = writtenArgs?.items[count - 1];
  if (writtenArgs === null || last === undefined) return [own];
  const isRest = writtenArgs.items.length > count;
  const comma = isRest ? (/^\s*, ?/.exec(text.slice(last.end))?.[0].length ?? 0) : 0;
  return [own, { start: writtenArgs.start + 1, end: last.end + comma, text: '' }];
}

export function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, start) + replacement + result.slice(end);
  return result;
}
