// The applications of a Linux desktop: their `.desktop` files (Desktop Entry Specification 1.5) contain the name that
// people see, the program to start, and the icon.
import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { printable } from '../../base/printable.ts';

export interface DesktopEntry {
  readonly name: string;
  /** The program as Exec names it: a path, or a name on the PATH. */
  readonly program: string;
  /** A path, or the name of an icon of the theme; empty without one. */
  readonly icon: string;
  /** Number of its options: an entry with some opens one page, profile or game of a program. */
  readonly options: number;
}

const MAX_FILES = 2000;
const MAX_BYTES = 32 * 1024;
const MAX_NAME = 100;

/** Returns the folders of data such as `applications` and `icons`, the most important first. */
export function dataFolders(env: NodeJS.ProcessEnv): readonly string[] {
  const own = env['XDG_DATA_HOME'] || join(env['HOME'] ?? homedir(), '.local', 'share');
  const shared = (env['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':');
  const others = [
    join(own, 'flatpak/exports/share'),
    '/var/lib/flatpak/exports/share',
    '/var/lib/snapd/desktop',
  ];
  return [...new Set([own, ...shared, ...others])].filter((folder) => folder.startsWith('/'));
}

/** Returns the entries of the menu, without unreadable files and terminal programs. */
export function desktopEntries(folders: readonly string[]): readonly DesktopEntry[] {
  const files = folders.flatMap((folder) => {
    const applications = join(folder, 'applications');
    return filesIn(applications).map((name) => join(applications, name));
  });
  return files.slice(0, MAX_FILES).flatMap((file) => parseDesktopEntry(firstBytes(file)) ?? []);
}

/** Returns the entry; null when it is not one of the menu. */
export function parseDesktopEntry(text: string): DesktopEntry | null {
  const values = mainGroup(text);
  const isHidden = ['NoDisplay', 'Hidden', 'Terminal'].some((key) => values.get(key) === 'true');
  const name = printable(values.get('Name') ?? '').slice(0, MAX_NAME);
  const [program = '', ...options] = commandWords(values.get('Exec') ?? '');
  if (isHidden || values.get('Type') !== 'Application' || name === '' || program === '') return null;
  const icon = values.get('Icon') ?? '';
  return { name, program, icon, options: options.filter((word) => !word.startsWith('%')).length };
}

function mainGroup(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let isMain = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) isMain = line.trim() === '[Desktop Entry]';
    const equals = line.indexOf('=');
    if (isMain && equals > 0) values.set(line.slice(0, equals).trim(), line.slice(equals + 1).trim());
  }
  return values;
}

/** Returns the words of a command line from the one that names the program itself. */
function commandWords(command: string): readonly string[] {
  const words = command.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const plain = words.map((word) => word.replace(/^"(.*)"$/, '$1').replaceAll(/\\(.)/g, '$1'));
  const isPrefix = (word: string): boolean => basename(word) === 'env' || /^\w+=/.test(word);
  const start = plain.findIndex((word) => !isPrefix(word));
  return start < 0 ? [] : plain.slice(start);
}

/** Programs that run others, so that their name says nothing. */
const RUNNERS =
  /^(?:ba|da|z|fi)?sh$|^(?:python|perl|ruby|node|java|electron|wine)[\d.-]*$|^(?:flatpak|snap|gtk-launch|xdg-open|sudo|pkexec)$/;
/** Folders that programs share. */
const SHARED = /^(?:\/usr(?:\/local)?)?\/(?:s?bin|games|lib)$|^\/snap\/bin$/;
/** Milliseconds until the folders are checked again. */
const KEPT_MS = 10_000;

/** Names programs as the menu of the desktop does. Reads the menu at first use, and again when it has changed. */
export class DesktopNames {
  readonly #folders: readonly string[];
  readonly #path: readonly string[];
  #byProgram: ReadonlyMap<string, string> = new Map();
  #checkedAt = -Infinity;
  #state = '';

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#folders = dataFolders(env);
    this.#path = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  }

  /**
   * Returns the name for the path of a running program; null when the menu does not have it. Many entries start a
   * script: then the running program is in the script's own folder, or has the same file name.
   */
  nameOf(program: string): string | null {
    if (program === '' || RUNNERS.test(basename(program))) return null;
    this.#refresh();
    return (
      this.#byProgram.get(program) ??
      this.#byProgram.get(`${dirname(program)}/`) ??
      this.#byProgram.get(basename(program)) ??
      null
    );
  }

  #refresh(): void {
    const now = performance.now();
    if (now - this.#checkedAt < KEPT_MS) return;
    this.#checkedAt = now;
    const state = this.#folders.map((folder) => changedAt(join(folder, 'applications'))).join();
    if (state === this.#state) return;
    this.#state = state;
    const names = new Map<string, string>();
    const entries = [...desktopEntries(this.#folders)].sort((one, other) => one.options - other.options);
    for (const { name, program } of entries)
      for (const key of this.#keysOf(program)) if (!names.has(key)) names.set(key, name);
    this.#byProgram = names;
  }

  #keysOf(program: string): readonly string[] {
    if (RUNNERS.test(basename(program))) return [];
    const path = program.startsWith('/') ? program : this.#onPath(program);
    const real = path === null ? null : realPath(path);
    if (real === null) return [basename(program)];
    const isRunner = RUNNERS.test(basename(real));
    const folder = dirname(real);
    return [
      basename(program),
      ...(isRunner ? [] : [real]),
      ...(isRunner || SHARED.test(folder) || this.#path.includes(folder) ? [] : [`${folder}/`]),
    ];
  }

  #onPath(name: string): string | null {
    return this.#path.map((folder) => join(folder, name)).find((path) => realPath(path) !== null) ?? null;
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.desktop'));
  } catch {
    return [];
  }
}

function firstBytes(file: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(MAX_BYTES);
      return bytes.toString('utf8', 0, readSync(handle, bytes, 0, MAX_BYTES, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
