// Modules that lie in the collection, as scripts require them: `require('./lib/ids.js')` and `pm.require('lib/ids')`.
import { asText } from './as-text.ts';
import type { OwnModule } from './script-data.ts';

type Require = (name: unknown) => unknown;

interface Loaded {
  exports: unknown;
}

/** The modules of the collection that a script can require. */
interface Known {
  readonly modules: Readonly<Record<string, OwnModule>>;
  /** Paths by the names that the script has for them. */
  readonly requires: Readonly<Record<string, string>>;
}

/** Returns `require` for modules and packages. Each module is loaded once a script. */
export function requireWithModules(known: () => Known, packages: Require): Require {
  const loaded = new Map<string, Loaded>();
  // Not seen by the bundled code around it: modules are written by users.
  const evaluate = eval;
  const load = (path: string): unknown => {
    const earlier = loaded.get(path);
    if (earlier !== undefined) return earlier.exports;
    const found = known().modules[path]!;
    if ('error' in found) throw new Error(found.error);
    const module: Loaded = { exports: {} };
    loaded.set(path, module);
    const require: Require = (name) => {
      const target = found.requires[asText(name)];
      return target === undefined ? packages(name) : load(target);
    };
    if (path.endsWith('.json')) {
      module.exports = JSON.parse(found.code) as unknown;
      return module.exports;
    }
    const run = evaluate(`(function (exports, require, module) {${found.code}\n})`) as (
      ...values: readonly unknown[]
    ) => void;
    try {
      run.call(module.exports, module.exports, require, module);
    } catch (error) {
      loaded.delete(path);
      throw error;
    }
    return module.exports;
  };
  return (name) => {
    const text = asText(name);
    const { requires } = known();
    if (Object.hasOwn(requires, text)) return load(requires[text]!);
    if (PATH.test(text)) throw missing(text);
    return packages(name);
  };
}

const PATH = /^\.{0,2}\/|\.(?:c?js|json)$/;

function missing(path: string): Error {
  return new Error(
    `Cannot find the module ${path.slice(0, 200)} in the folder of the collection: name it by its path in quotes, such as require('./lib/ids.js')`,
  );
}
