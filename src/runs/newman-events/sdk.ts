// postman-collection for listeners of Newman's events: the bundled modules that scripts load in their sandbox. They
// are loaded into this process when the first listener is added.
import { compileFunction } from 'node:vm';
import { linkedModules, snapshotStore } from '../../sandbox/collections/linked-modules.ts';

/** An object of postman-collection. Listeners may use more of it than is declared here. */
export interface SdkObject {
  readonly id?: string;
  toJSON(): unknown;
}

export interface SdkItem extends SdkObject {
  readonly id: string;
  readonly name: string;
  readonly events: { filter(keep: (event: SdkEvent) => boolean): readonly SdkEvent[] };
}

export interface SdkEvent extends SdkObject {
  readonly listen: string;
  readonly script: SdkObject;
}

export interface SdkCollection extends SdkObject {
  readonly name?: string;
  forEachItem(visit: (item: SdkItem) => void): void;
}

interface Sdk {
  readonly Collection: new (definition: unknown) => SdkCollection;
  readonly VariableScope: new (definition: unknown) => SdkObject;
  readonly Cookie: new (definition: string) => SdkObject;
  readonly Event: new (definition: unknown) => SdkEvent;
  readonly Request: new (definition: unknown) => SdkObject;
  readonly Response: new (definition: unknown) => SdkObject;
}

let loaded: Promise<Sdk> | null = null;

/** Loads the library once. */
export function loadSdk(): Promise<Sdk> {
  return (loaded ??= load());
}

async function load(): Promise<Sdk> {
  await snapshotStore.fingerprint();
  const { entries, modules } = linkedModules();
  const cache = new Map<string, { exports: unknown }>();
  const loadModule = (id: string): unknown => {
    const known = cache.get(id);
    if (known !== undefined) return known.exports;
    const linked = modules[id];
    if (linked === undefined) throw new Error(`the module ${id} is not linked`);
    const module = { exports: {} };
    cache.set(id, module);
    const require = (name: string): unknown => builtIn(name) ?? loadModule(linked.requires[name] ?? name);
    const run = compileFunction(linked.code, ['exports', 'require', 'module', 'global'], { filename: id });
    run.call(module.exports, module.exports, require, module, globalThis);
    return module.exports;
  };
  return loadModule(entries['postman-collection'] ?? '') as Sdk;
}

/** Returns a module of Node.js in place of what replaces it in the sandbox. */
function builtIn(name: string): unknown {
  const plain = name.replace(/\/$/, '');
  if (plain === 'iconv-lite') return DECODER;
  return process.getBuiltinModule(plain);
}

/** The part of iconv-lite that decodes responses. */
const DECODER = {
  encodingExists: isEncoding,
  decode: (bytes: Uint8Array, label: string) => new TextDecoder(label).decode(bytes),
};

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
