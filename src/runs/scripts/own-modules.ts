// Finds the modules of the collection that a script requires, and those that they require: by their names in quotes,
// since nothing is read while a script runs.
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { messageOf, systemCode } from '../../base/errors.ts';
import type { ResolveFile } from '../../requests/http/body.ts';
import type { OwnModule } from '../../sandbox/collections/guest/script-data.ts';

export interface OwnModules {
  /** Paths, from the folder of the collection, by the names that the script has for them. */
  readonly requires: Readonly<Record<string, string>>;
  /** By their paths. */
  readonly modules: Readonly<Record<string, OwnModule>>;
}

const NONE: OwnModules = { requires: {}, modules: {} };
const CALL = /\brequire\s*\(\s*(["'`])([^"'`\n]{1,300})\1\s*\)/g;
const PATH = /^\.{0,2}\/|\.(?:c?js|json)$/;
const SUFFIXES = ['', '.js', '.cjs', '.json', '/index.js'];
const MAX_MODULES = 200;
const MAX_BYTES = 4 * 1024 * 1024;

/** Never rejects: the error of a module that cannot be read is thrown where it is required. */
export async function ownModules(script: string, resolveFile: ResolveFile): Promise<OwnModules> {
  if (!script.includes('require')) return NONE;
  const reading = new Reading(resolveFile);
  const requires = await reading.requires(script, '', script.includes('pm.require'));
  return Object.keys(requires).length === 0 ? NONE : { requires, modules: reading.modules };
}

class Reading {
  readonly modules: Record<string, OwnModule> = {};
  readonly #resolveFile: ResolveFile;

  constructor(resolveFile: ResolveFile) {
    this.#resolveFile = resolveFile;
  }

  /** `isLoose`: a name that is no path may be one all the same, as `pm.require` takes it. */
  async requires(code: string, folder: string, isLoose: boolean): Promise<Readonly<Record<string, string>>> {
    const names = new Set([...code.matchAll(CALL)].map(([, , name = '']) => name));
    const found: Record<string, string> = {};
    for (const name of names) {
      if (!PATH.test(name) && !isLoose) continue;
      const path = await this.#add(posix.join(folder, name.replace(/^\/+/, '')), PATH.test(name));
      if (path !== null) found[name] = path;
    }
    return found;
  }

  /** Returns the path of the module; null for one that is not there and need not be. */
  async #add(wanted: string, mustExist: boolean): Promise<string | null> {
    for (const suffix of SUFFIXES) {
      const path = `${wanted}${suffix}`;
      if (Object.hasOwn(this.modules, path)) return path;
      const code = await this.#read(path);
      if (code === null) continue;
      await this.#take(path, code);
      return path;
    }
    if (!mustExist) return null;
    this.modules[wanted] = { error: `Cannot find the module ${wanted} in the folder of the collection` };
    return wanted;
  }

  async #take(path: string, code: string | Error): Promise<void> {
    if (typeof code !== 'string') {
      this.modules[path] = { error: code.message };
      return;
    }
    // Known before those that it requires, which may require it.
    this.modules[path] = { code, requires: {} };
    if (path.endsWith('.json')) return;
    try {
      const script = /^\s*(?:import|export)\b/m.test(code) ? await commonJs(code) : code;
      this.modules[path] = {
        code: script,
        requires: await this.requires(script, posix.dirname(path), false),
      };
    } catch (error) {
      this.modules[path] = { error: `the module ${path} cannot be read: ${messageOf(error)}` };
    }
  }

  /** Resolves with null for a file that is not there. */
  async #read(path: string): Promise<string | Error | null> {
    try {
      const text = await readFile(this.#resolveFile(path), 'utf8');
      if (Object.keys(this.modules).length >= MAX_MODULES || text.length > MAX_BYTES)
        return new Error(
          `the module ${path} is too much: a script has at most ${MAX_MODULES} modules of ${MAX_BYTES} bytes`,
        );
      return text;
    } catch (error) {
      if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(systemCode(error))) return null;
      return new Error(messageOf(error).replace('of its body ', '').replace('is not sent', 'is not loaded'));
    }
  }
}

/** Loads the parser only where a module needs it. */
async function commonJs(code: string): Promise<string> {
  const { toCommonJs } = await import('../../sandbox/collections/module-text.ts');
  return toCommonJs(code);
}
