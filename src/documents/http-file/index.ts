// Parser for `.http` and `.rest` files: the common language of VS Code REST Client, the HTTP client of JetBrains, and
// httpyac. Nothing is looked up, replaced or executed.
import { UserError } from '../../base/errors.ts';
import * as patterns from './patterns.ts';
import type { Line } from './line.ts';
import { RegionReader } from './region-reader.ts';
import type { FileProblem, FileScript, ParsedHttpFile, Region } from './types.ts';

export { maskTemplates, replaceTemplates, templatesIn, wordsOf } from './templates.ts';
export type * from './types.ts';

/** The maximum size of a file in characters. */
const MAX_CHARS = 16 * 1024 * 1024;

/** Parses a file. Lines that mean nothing are among the problems, and the rest is read. */
export function readHttpFile(text: string): ParsedHttpFile {
  if (text.length > MAX_CHARS) throw new UserError('TOO_LARGE', `it has more than ${MAX_CHARS} characters`);
  return new FileReader(text).read();
}

/** True for a text that looks like requests, whatever the name of its file. */
export function looksLikeHttpFile(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trimEnd());
  const first = lines.find(
    (line) => line.trim() !== '' && !patterns.COMMENT.test(line) && !patterns.VARIABLE.test(line),
  );
  if (first === undefined) return false;
  const found = patterns.requestLine(first);
  if (found === null) return false;
  return found.method === ''
    ? /^https?:\/\//i.test(found.target) && lines.some((line) => patterns.SEPARATOR.test(line))
    : /^[A-Z]+$/.test(found.method);
}

class FileReader {
  readonly #lines: readonly string[];
  readonly #regions: Region[] = [];
  readonly #problems: FileProblem[] = [];
  #next = 0;
  #region: RegionReader;

  constructor(text: string) {
    this.#lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
    this.#region = this.#begin(1, '');
  }

  read(): ParsedHttpFile {
    while (this.#next < this.#lines.length) this.#takeLine(this.#line());
    this.#end();
    return { regions: this.#regions, problems: this.#problems };
  }

  #line(): Line {
    const raw = this.#lines[this.#next] ?? '';
    this.#next += 1;
    return { text: raw.trimEnd(), raw, number: this.#next };
  }

  #takeLine(line: Line): void {
    const [, title] = patterns.SEPARATOR.exec(line.text) ?? [];
    if (title !== undefined) {
      this.#end();
      this.#region = this.#begin(line.number, title);
      return;
    }
    if (this.#region.endsAt(line.text)) {
      const pending = this.#region.takePending();
      this.#end();
      this.#region = this.#begin(pending[0]?.number ?? line.number, '');
      for (const each of pending) this.#region.take(each);
    }
    if (!this.#takeScript(line) && !this.#takeCurl(line)) this.#region.take(line);
  }

  #takeScript({ text, number }: Line): boolean {
    if (!this.#region.takesScripts) return false;
    const [, beforeCode] = patterns.JETBRAINS_BEFORE.exec(text) ?? [];
    const [, afterCode] = patterns.JETBRAINS_AFTER.exec(text) ?? [];
    const code = beforeCode ?? afterCode;
    const common = { file: '', event: '', line: number } as const;
    if (code !== undefined) {
      const script: FileScript = {
        ...common,
        dialect: 'jetbrains',
        code: this.#codeUntil(/^(.*?)%\}/, code, number),
      };
      this.#region.script(script, beforeCode !== undefined);
      return true;
    }
    const [, beforeFile] = patterns.FILE_BEFORE.exec(text) ?? [];
    const [, afterFile] = patterns.FILE_AFTER.exec(text) ?? [];
    const file = beforeFile ?? afterFile;
    if (file !== undefined && (beforeFile === undefined || this.#region.takesCurl)) {
      this.#region.script({ ...common, dialect: 'jetbrains', code: '', file }, beforeFile !== undefined);
      return true;
    }
    return this.#takeHttpyacScript(text, number);
  }

  #takeHttpyacScript(text: string, line: number): boolean {
    const [whole, every, event = ''] = patterns.HTTPYAC_SCRIPT.exec(text) ?? [];
    if (whole === undefined) return false;
    const code = this.#codeUntil(patterns.HTTPYAC_END, '', line);
    this.#region.script(
      { dialect: 'httpyac', code, file: '', event: `${every ?? ''}${event}`, line },
      event === 'request' || event === 'beforeRequest',
    );
    return true;
  }

  /** Returns the lines up to one that has the end; what precedes the end in that line is its first group. */
  #codeUntil(end: RegExp, first: string, line: number): string {
    const code: string[] = [];
    let text = first;
    for (;;) {
      const found = end.exec(text.trimEnd());
      if (found !== null) return [...code, found[1] ?? ''].join('\n').replace(/^\n/, '').trimEnd();
      code.push(text);
      const next = this.#lines[this.#next];
      if (next === undefined || patterns.SEPARATOR.test(next)) break;
      this.#next += 1;
      text = next;
    }
    this.#problems.push({ line, text: 'the script that begins here has no end', isBroken: true });
    return code.join('\n').replace(/^\n/, '').trimEnd();
  }

  /** Takes a curl command: up to an empty line that no quote contains. */
  #takeCurl({ text }: Line): boolean {
    if (!this.#region.takesCurl || !patterns.CURL.test(text)) return false;
    const lines = [text];
    let quotes = 0;
    for (;;) {
      const next = this.#lines[this.#next];
      quotes += (lines.at(-1) ?? '').replaceAll(/\\./g, '').match(/'/g)?.length ?? 0;
      const isQuoted = quotes % 2 === 1;
      if (next === undefined || patterns.SEPARATOR.test(next) || (next.trim() === '' && !isQuoted)) break;
      lines.push(next);
      this.#next += 1;
    }
    this.#region.curl(lines.join('\n'));
    return true;
  }

  #begin(line: number, title: string): RegionReader {
    return new RegionReader(line, title, (problem) => {
      this.#problems.push(problem);
    });
  }

  #end(): void {
    if (!this.#region.isEmpty) this.#regions.push(this.#region.region());
  }
}
