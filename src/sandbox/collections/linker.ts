// Links packages for Node.js and our own guest modules into texts that a loader in the sandbox can evaluate. Each
// module becomes the body of a function, with the targets of its `require` calls. Nothing is executed.
import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toCommonJs, moduleText, type ModuleText } from './module-text.ts';

export interface LinkedModule {
  /** The body of a function of `exports`, `require` and `module`. */
  readonly code: string;
  /** Maps the arguments of `require` to modules; those that are missing cannot be loaded. */
  readonly requires: Readonly<Record<string, string>>;
}

/** Modules by id, which is their file relative to the folder of the packages. */
export type LinkedModules = Readonly<Record<string, LinkedModule>>;

export interface LinkOptions {
  /** Maps names of modules to the requests that are resolved for them. */
  readonly entries: Readonly<Record<string, string>>;
  /** Replacements for modules of Node.js and for packages that are too large or of no use; null for none. */
  readonly replacements: Readonly<Record<string, string | null>>;
  /** The file from which entries are resolved. */
  readonly from: string;
}

export interface Linked {
  readonly entries: Readonly<Record<string, string>>;
  readonly modules: LinkedModules;
  /** The folders of the packages that were linked. */
  readonly packages: readonly string[];
}

/** Throws when an entry cannot be resolved. */
export function link({ entries, replacements, from }: LinkOptions): Linked {
  const linking = new Linker(replacements, dirname(from));
  const ids = Object.entries(entries).map(([name, target]) => {
    const file = createRequire(from).resolve(target);
    return [name, linking.add(file)] as const;
  });
  return {
    entries: Object.fromEntries(ids),
    modules: linking.modules,
    packages: [...linking.packages].sort(),
  };
}

class Linker {
  readonly modules: Record<string, LinkedModule> = {};
  readonly packages = new Set<string>();
  readonly #replacements: LinkOptions['replacements'];
  readonly #base: string;
  readonly #known = new Set<string>();

  constructor(replacements: LinkOptions['replacements'], base: string) {
    this.#replacements = replacements;
    this.#base = base;
  }

  /** Links a file and the modules that it requires. Returns its id. */
  add(file: string): string {
    const id = relative(this.#base, file).replaceAll('\\', '/');
    if (this.#known.has(id)) return id;
    this.#known.add(id);
    this.packages.add(packageFolder(file));
    const { code, requires: names } = readModule(file);
    const requires: Record<string, string> = {};
    for (const name of names) {
      const found = this.#resolved(name, file);
      if (found !== null) requires[name] = this.add(found);
    }
    this.modules[id] = { code, requires };
    return id;
  }

  /** Returns null for a module that is left out. */
  #resolved(name: string, from: string): string | null {
    const plain = name.replace(/^node:/, '').replace(/\/$/, '');
    const replaced = Object.hasOwn(this.#replacements, plain) ? this.#replacements[plain] : undefined;
    if (replaced === null) return null;
    if (replaced !== undefined) return createRequire(import.meta.url).resolve(replaced);
    try {
      return browserFile(toScriptFile(createRequire(from).resolve(name)), name, from);
    } catch {
      return null;
    }
  }
}

/**
 * Node.js can also require modules with `import` and `export`; packages that contain such a module also contain a
 * script.
 */
function toScriptFile(file: string): string {
  return file.endsWith('.mjs') ? join(dirname(file), 'index.js') : file;
}

function readModule(file: string): ModuleText {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.json')) return { code: `module.exports = ${text};`, requires: [] };
  return moduleText(file.endsWith('.ts') ? toCommonJs(withoutTypes(text)) : text);
}

/** Removes types without the warning that Node.js prints each time, since the feature is experimental. */
function withoutTypes(text: string): string {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

const EMPTY = fileURLToPath(new URL('./guest/empty.json', import.meta.url));

/** Returns the file that the package uses in browsers; null for what only Node.js has. */
function browserFile(file: string, name: string, from: string): string | null {
  if (!file.includes('/') && !file.includes('\\')) return null;
  const byName = browserField(from)?.[name];
  const folder = packageFolder(file);
  const own = `./${relative(folder, file).replaceAll('\\', '/')}`;
  const fields = browserField(file);
  const target = byName ?? fields?.[own] ?? fields?.[own.replace(/\.js$/, '')];
  if (target === undefined) return file;
  if (target === false) return EMPTY;
  const base = byName === undefined ? file : from;
  return target.startsWith('.')
    ? createRequire(join(packageFolder(base), 'package.json')).resolve(target)
    : createRequire(base).resolve(target);
}

function browserField(file: string): Readonly<Record<string, string | false>> | null {
  const { browser } = readPackage(packageFolder(file));
  return typeof browser === 'object' && browser !== null ? browser : null;
}

interface Package {
  readonly browser?: string | Readonly<Record<string, string | false>> | null;
}

const packages = new Map<string, Package>();

function readPackage(folder: string): Package {
  let found = packages.get(folder);
  if (found === undefined) {
    found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
    packages.set(folder, found);
  }
  return found;
}

function packageFolder(file: string): string {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    if (hasPackage(folder) || dirname(folder) === folder) return folder;
  }
}

const knownFolders = new Map<string, boolean>();

function hasPackage(folder: string): boolean {
  let has = knownFolders.get(folder);
  if (has === undefined) {
    has = readsAsPackage(folder);
    knownFolders.set(folder, has);
  }
  return has;
}

/** True for a package.json with a name; some packages have others in their subfolders. */
function readsAsPackage(folder: string): boolean {
  try {
    return (
      (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string }).name !== undefined
    );
  } catch {
    return false;
  }
}
