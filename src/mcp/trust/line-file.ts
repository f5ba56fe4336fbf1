// A log file in the data folder: lines of JSON, with rotation. A full file is renamed over the previous full one, and
// a new file begins. Only the user may read it.
import { appendFile, chmod, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';

export class LineFile<Line> {
  readonly path: string;
  readonly #maxBytes: number;
  #writing: Promise<void> = Promise.resolve();
  #read: { readonly version: string; readonly lines: readonly Line[] } | null = null;

  constructor(path: string, maxBytes: number) {
    this.path = path;
    this.#maxBytes = maxBytes;
  }

  /** The file and the earlier one, oldest first. */
  get paths(): readonly string[] {
    return [`${this.path}.1`, this.path];
  }

  /** Writes a line after those before it. Rejects when it cannot be written. */
  add(line: Line): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write(line));
    return this.#writing;
  }

  /** Returns the lines, oldest first, without damaged ones. Reads them again when they have changed. */
  async lines(): Promise<readonly Line[]> {
    const version = (await Promise.all(this.paths.map(versionOf))).join(' ');
    if (this.#read?.version === version) return this.#read.lines;
    const texts = await Promise.all(this.paths.map(fileText));
    const lines = texts.flatMap((text) => text.split('\n').flatMap(parsed)) as Line[];
    this.#read = { version, lines };
    return lines;
  }

  async #write(line: Line): Promise<void> {
    makeFolder(dirname(this.path));
    const { size, mode } = await stat(this.path).catch(() => ({ size: 0, mode: 0o600 }));
    if (size > this.#maxBytes) await rename(this.path, `${this.path}.1`);
    else if ((mode & 0o077) !== 0) await chmod(this.path, 0o600);
    await appendFile(this.path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }
}

/** Returns what changes with a file. */
async function versionOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
    () => '',
  );
}

async function fileText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function parsed(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
