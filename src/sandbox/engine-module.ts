// Loads QuickJS, compiled to WebAssembly, as a module with its own memory, and names the types of its raw interface.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { RELEASE_SYNC, type QuickJSSyncVariant } from 'quickjs-emscripten';
import { FLAGS_IMPORT, trackedCode } from './tracking/tracked-code.ts';
import { FLAG_PAGES, WrittenBlocks } from './tracking/written-blocks.ts';
import { wasm, type WasmInstance, type WasmMemory, type WasmModule } from '../base/wasm.ts';

type FfiClass = Awaited<ReturnType<QuickJSSyncVariant['importFFI']>>;
type LoaderImport = Awaited<ReturnType<QuickJSSyncVariant['importModuleLoader']>>;

/** The exported functions of QuickJS, which take and return addresses. */
export type Ffi = InstanceType<FfiClass>;
export type EngineModule = ConstructorParameters<FfiClass>[0];
/** The address of a NUL-terminated string. */
export type TextAddress = ReturnType<Ffi['QTS_GetString']>;
/** The address of the arguments of a host function. */
export type ArgumentsAddress = ReturnType<Ffi['QTS_ArgvGetJSValueConstPointer']>;
/** The address of a JSValue. */
export type Value = ReturnType<Ffi['QTS_NewObject']>;
export type Context = ReturnType<Ffi['QTS_NewContext']>;

/** The address that stands for no value. */
export const NO_VALUE = 0 as Value;

export interface LoadedModule {
  readonly module: EngineModule;
  readonly ffi: Ffi;
  /** The blocks that the module has written to. */
  readonly written: WrittenBlocks;
}

/** Instantiates QuickJS in `memory`, with code that tracks what it writes if that is wanted and possible. */
export async function loadEngineModule(memory: WasmMemory, wantsTracking: boolean): Promise<LoadedModule> {
  const [{ code, isTracked }, loader, FfiOfVariant] = await Promise.all([
    wantsTracking ? trackedModule() : plainModule(),
    RELEASE_SYNC.importModuleLoader(),
    RELEASE_SYNC.importFFI(),
  ]);
  const written = new WrittenBlocks(isTracked);
  const module = await unwrapLoader(loader)(loaderOptions(code, memory, written));
  return { module, ffi: new FfiOfVariant(module), written };
}

/** Returns the loader function: bundlers wrap it in one or two `default` properties. */
function unwrapLoader(loader: LoaderImport): Extract<LoaderImport, (...options: never[]) => unknown> {
  if (typeof loader === 'function') return loader;
  return typeof loader.default === 'function' ? loader.default : loader.default.default;
}

interface Compiled {
  readonly code: WasmModule;
  readonly isTracked: boolean;
}

let plain: Promise<Compiled> | null = null;
let tracked: Promise<Compiled> | null = null;

/** Compiles once per thread, since compiling takes longer than everything else. */
function plainModule(): Promise<Compiled> {
  return (plain ??= compilePlain());
}

function trackedModule(): Promise<Compiled> {
  // Another build of QuickJS may contain instructions that are not known here. It is only slower.
  return (tracked ??= compileTracked().catch(() => plainModule()));
}

async function compilePlain(): Promise<Compiled> {
  return { code: await wasm.compile(await wasmBytes()), isTracked: false };
}

async function compileTracked(): Promise<Compiled> {
  return { code: await wasm.compile(trackedCode(await wasmBytes(), FLAG_PAGES)), isTracked: true };
}

let bytes: Promise<Buffer> | null = null;

/** Returns the WebAssembly code of the engine. */
export function wasmBytes(): Promise<Buffer> {
  // The file belongs to a dependency of quickjs-emscripten, which need not be resolvable from here.
  const near = createRequire(createRequire(import.meta.url).resolve('quickjs-emscripten'));
  return (bytes ??= readFile(near.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
}

function loaderOptions(code: WasmModule, wasmMemory: WasmMemory, written: WrittenBlocks): object {
  return {
    wasmMemory,
    instantiateWasm(imports: Imports, onSuccess: (instance: WasmInstance) => void) {
      const instance = new wasm.Instance(code, {
        ...watchedImports(imports, written),
        [FLAGS_IMPORT.module]: { [FLAGS_IMPORT.name]: written.flags },
      });
      onSuccess(instance);
      return instance.exports;
    },
    // The engine's own messages, for example before it aborts, must not reach the user's terminal.
    print: () => undefined,
    printErr: () => undefined,
  };
}

type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type ImportedFunction = (...values: readonly unknown[]) => unknown;

/** Wraps the functions that may write to the memory, which then is not known any more. */
function watchedImports(imports: Imports, written: WrittenBlocks): Imports {
  const watched = (value: unknown): unknown => {
    if (!isFunction(value) || writesNothing(value)) return value;
    return (...values: readonly unknown[]) => {
      written.forget();
      return value(...values);
    };
  };
  return mapValues(imports, (group) => mapValues(group, watched));
}

function mapValues<T, R>(
  values: Readonly<Record<string, T>>,
  map: (value: T) => R,
): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

function isFunction(value: unknown): value is ImportedFunction {
  return typeof value === 'function';
}

/** True for functions that get no address, or only pass theirs on to our callbacks. */
function writesNothing(imported: ImportedFunction): boolean {
  return imported.length === 0 || String(imported).includes('.callbacks.');
}
