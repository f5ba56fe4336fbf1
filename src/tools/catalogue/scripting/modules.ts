// The files that a script imports. They are collected from its folder before it is loaded, because the sandbox has no
// files.
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { UserError } from '../../../base/errors.ts';
import type { Modules } from '../../../sandbox/job.ts';
import { modulePath } from '../../../sandbox/module-path.ts';

export interface ScriptCode {
  readonly code: string;
  /** The modules that the script may import; null for a script that is not a module. */
  readonly modules: Modules | null;
}

/** The files of a script, including those that do not exist yet. The script itself comes first. */
export interface ScriptFiles extends ScriptCode {
  readonly paths: readonly string[];
}

/** The most that the sandbox takes of the script, and of its modules together. */
const MAX_BYTES = 1024 * 1024;
const MAX_MODULES_BYTES = 4 * MAX_BYTES;
const MAX_MODULES = 200;

/** Finds what looks like a static import or export. Whatever else it finds is loaded, and not used. */
const IMPORT = /(?:^|[;}\n])[ \t]*(?:import|export)\b[^;'"`]*?(?:\bfrom\s*)?['"](\.{1,2}\/[^'"\n]+)['"]/g;
const MODULE = /^[ \t]*(?:import\b\s*[\w*{'"]|export\b\s*[\w*{])/m;

/** Returns true for code with the syntax of modules. */
export function isModule(code: string): boolean {
  return MODULE.test(code);
}

/** Reads a script and the files of its folder that it imports. Rejects with the reason when one cannot be read. */
export async function readScript(path: string): Promise<ScriptFiles> {
  const code = await readCode(path, MAX_BYTES);
  if (!isModule(code)) return { code, modules: null, paths: [path] };
  const folder = await realpath(dirname(path));
  const collector = new ModuleCollector(folder);
  await collector.addImports('script.js', code);
  const modules = Object.fromEntries(collector.modules);
  const imported = [...collector.modules.keys(), ...collector.missing].map((name) => join(folder, name));
  return { code, modules, paths: [path, ...imported] };
}

class ModuleCollector {
  readonly modules = new Map<string, string>();
  /** Paths that are imported and do not exist. */
  readonly missing = new Set<string>();
  readonly #folder: string;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async addImports(base: string, code: string): Promise<void> {
    for (const [, name = ''] of code.matchAll(IMPORT)) {
      const path = modulePath(base, name);
      if (this.modules.has(path) || path.startsWith('.')) continue;
      const imported = await this.#read(path);
      // A missing file is an error of the import, which says where the import is.
      if (imported === null) {
        this.missing.add(path);
        continue;
      }
      this.modules.set(path, imported);
      if (this.modules.size > MAX_MODULES)
        throw new UserError('TOO_LARGE', `it imports more than ${MAX_MODULES} files`);
      await this.addImports(path, imported);
    }
  }

  async #read(path: string): Promise<string | null> {
    const real = await realpath(join(this.#folder, ...path.split('/'))).catch(() => null);
    if (real === null) return null;
    const inside = relative(this.#folder, real);
    if (inside === '..' || inside.startsWith(`..${sep}`))
      throw new UserError('INVALID_DATA', `it imports ${path}, which leads out of its folder`);
    const code = await readCode(real, MAX_MODULES_BYTES - this.#bytes);
    this.#bytes += Buffer.byteLength(code);
    return code;
  }
}

async function readCode(path: string, maxBytes: number): Promise<string> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new UserError('INVALID_DATA', 'it is not a file');
  if (stats.size > maxBytes) throw new UserError('TOO_LARGE', `it is larger than ${maxBytes} bytes`);
  return readFile(path, 'utf8');
}
